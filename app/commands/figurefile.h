#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cstddef>
#include <string>

namespace stepscope::app {

struct FigureRequest
{
    std::string path{};       ///< its ending says the format: .png, .svg or .pdf
    double widthMm = 0;       ///< 0 = as wide as a window
    double heightMm = 0;      ///< 0 = as high as all rows need
    double dpi = 96;          ///< of a PNG
    double fontPoints = 0;    ///< 0 = as the rows are laid out
    std::string fontFamily{}; ///< empty = the look's own
    std::string dataPath{};   ///< CSV of what is drawn; empty = none
};

/// The timeline of the whole recording as a figure, also where there is no display.
format::Result<void> writeTimelineFigure(const trace::TraceView& view, const FigureRequest& request);

/// All steps but the first three (marked, or else detected) laid over each other, above the ops of the mean step.
struct FoldRequest
{
    std::string channel{};       ///< a rail, or a channel's name; empty = the first rail, else the first channel
    std::size_t singleSteps = 0; ///< drawn over the mean step
};
format::Result<void> writeFoldFigure(const trace::TraceView& view, const FoldRequest& what,
                                     const FigureRequest& request);

} // namespace stepscope::app
