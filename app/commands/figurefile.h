#pragma once

#include "analysis/export/exporter.h"
#include "analysis/study/studyfigures.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::app {

struct FigureRequest
{
    std::string path{};       ///< its extension chooses the format: .png, .svg or .pdf
    double widthMm = 0;       ///< 0 = the width of a window
    double heightMm = 0;      ///< 0 = the height of all rows
    double dpi = 96;          ///< of a PNG
    double fontPoints = 0;    ///< 0 = the size that the row layout uses
    std::string fontFamily{}; ///< empty = the font of the window
    bool isDark = false;      ///< colours for a dark page
    std::string dataPath{};   ///< CSV file of the plotted data; empty = none
};

/// What a figure of the timeline shows.
struct TimelinePart
{
    std::optional<trace::TimeRange> range{}; ///< nothing = the whole recording
    std::string rows{};                      ///< names of kinds of rows, see trackTable(), with commas; empty = default
};

/// Writes the timeline as a figure. Needs no display. Error: Usage for an unknown row, or a row that this recording
/// does not have, with the names of those that it has.
format::Result<void> writeTimelineFigure(const trace::TraceView& view, const TimelinePart& part,
                                         const FigureRequest& request);

/// Writes a figure of a study, which must have a series. Needs no display.
format::Result<void> writeStudyFigure(const analysis::StudyFigure& figure, const FigureRequest& request);

/// The figures of the HTML report: the timeline and, if steps can be folded, the mean step; light and dark. Needs no
/// display. A figure that cannot be drawn is left out.
std::vector<analysis::ExportPicture> reportPictures(const trace::TraceView& view);

/// The first of these, which is drawn at once.
analysis::ExportPicture timelinePicture(const trace::TraceView& view);

struct FoldRequest
{
    std::string channel{};       ///< a rail, or a channel's name; empty = the first rail, else the first channel
    std::size_t singleSteps = 0; ///< number of steps drawn individually over the mean step
};

/// Writes a figure of all steps except the first three (marked steps, else detected ones), superimposed by phase, above
/// the ops of the mean step. Needs no display.
format::Result<void> writeFoldFigure(const trace::TraceView& view, const FoldRequest& what,
                                     const FigureRequest& request);

} // namespace stepscope::app
