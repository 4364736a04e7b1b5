#pragma once

#include "remote/format/result.h"
#include "widgets/foldplot.h"

#include <QByteArray>
#include <QString>

namespace stepscope::widgets {

/// The waveform in this stretch of the mean step as CSV (RFC 4180), a bin a line; empty without a waveform:
///
///     phase,begin_s,end_s,value,low,high,unit
///
/// phase: of the bin's middle, 0..1 of the step; value, low, high: the waveform and its 95 % band, in `unit`.
[[nodiscard]] QByteArray foldData(const FoldPicture& picture, trace::TimeRange shown);

/// The plot as it is seen, without the pointer, below its title; .png, .svg or .pdf by the path's ending.
format::Result<void> exportFoldFigure(const FoldPlot& plot, const QString& title, const QString& path);

} // namespace stepscope::widgets
