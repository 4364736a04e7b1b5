#pragma once

#include "remote/format/result.h"
#include "widgets/figurepaper.h"
#include "widgets/foldplot.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace stepscope::widgets {

/// The waveform in this stretch of the mean step as CSV (RFC 4180), a bin a line; empty without a waveform:
///
///     phase,begin_s,end_s,value,low,high,unit
///
/// phase: of the bin's middle, 0..1 of the step; value, low, high: the waveform and its 95 % band, in `unit`.
[[nodiscard]] QByteArray foldData(const FoldPicture& picture, trace::TimeRange shown);

/// What stands above the plot in a figure, whole sentences in as many lines as they need.
struct FoldWords
{
    QString title;
    QStringList notes; ///< what is to be known of it
};

/// The plot as it is seen, without the pointer and with all ops; .png, .svg or .pdf by the path's ending.
format::Result<void> exportFoldFigure(const FoldPlot& seen, const FoldWords& words, const QString& path);

/// All of a step, with all ops. Needs a QApplication, any platform (offscreen too), and the GUI thread.
format::Result<void> exportFoldFigure(FoldPicture picture, const FoldWords& words, const FigurePaper& paper);

} // namespace stepscope::widgets
