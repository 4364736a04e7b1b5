#pragma once

#include "analysis/trace/model.h"
#include "remote/format/result.h"
#include "widgets/figures/figurepaper.h"
#include "widgets/plots/foldplot.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace stepscope::widgets {

/// The waveform in this part of the mean step as CSV (RFC 4180), one line per bin; empty without a waveform:
///
///     phase,begin_s,end_s,value,low,high,unit
///
/// phase: of the middle of the bin, 0..1 of the step; value, low, high: the waveform and its 95 % band, in `unit`.
[[nodiscard]] QByteArray foldData(const FoldPicture& picture, trace::TimeRange shown);

/// Text above the plot in a figure.
struct FoldWords
{
    QString title;
    QStringList notes; ///< whole sentences
};

/// Writes the plot with its visible range and all ops, without the crosshair; the path's suffix is .png, .svg or .pdf.
format::Result<void> exportFoldFigure(const FoldPlot& seen, const FoldWords& words, const QString& path);

/// Writes a plot of the whole step with all ops. Needs a QApplication (the offscreen platform suffices) and the GUI
/// thread.
format::Result<void> exportFoldFigure(FoldPicture picture, const FoldWords& words, const FigurePaper& paper);

} // namespace stepscope::widgets
