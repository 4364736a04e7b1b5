#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"
#include "widgets/theme.h"

#include <QSizeF>
#include <QString>

#include <optional>

namespace stepscope::widgets {

struct FigureOptions
{
    std::optional<trace::TimeRange> range; ///< nothing = all
    QSizeF sizePx{1600, 0};                ///< in px of 1/96 inch; a height of 0 = as high as all rows need
    std::optional<QSizeF> sizeMm;          ///< instead of sizePx, for paper
    double dpi = 96;                       ///< of a PNG: 192 = twice the pixels, same layout
    Theme::Kind theme = Theme::Kind::Light;
    std::optional<double> fontPoints; ///< of names and figures on paper; the layout has room for more where it is small
    QString fontFamily;               ///< empty = the look's own
    QString dataPath;                 ///< CSV of exactly what is drawn (see figuredata.h); empty = none
    QString path;                     ///< .png, .svg or .pdf say the format; vector where the format is
    QString title;                    ///< empty = the recording's command
};

/// Draws the timeline's rows into a file. Needs a QApplication, any platform (offscreen too), and the GUI thread.
/// All rows are always in it: where the size is too small for them, the whole picture is drawn smaller.
format::Result<void> exportTimelineFigure(const trace::TraceView& view, const FigureOptions& options);

} // namespace stepscope::widgets
