#pragma once

#include "remote/format/result.h"
#include "widgets/figures/figurepaper.h"
#include "widgets/plots/foldplot.h"
#include "widgets/render/geometry.h"
#include "widgets/timeline/scene.h"

#include <QByteArray>
#include <QSize>
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

/// The content of a picture of the scene as CSV (RFC 4180): one record per column, point or box of each row, from top
/// to bottom. Times are ns since the start of the recording, values in the unit of the channel; fields that do not
/// apply are empty.
///
///     row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy
///
/// kind: column (exact extremes of its time), point (of a line), layer (of a stack: its mean without the layers below),
/// span, step, event, loss. `data`: size of the data area of the picture, px; `columns`: number of columns in it.
[[nodiscard]] QByteArray figureData(const Scene& scene, QSize data, int columns);

} // namespace stepscope::widgets
