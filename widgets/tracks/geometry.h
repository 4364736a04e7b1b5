#pragma once

#include "widgets/tracks/ink.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

/// What a track shows, as data: it can be tested, hit and exported without a screen. x counts px from the left edge of
/// the row's data and y px from its top, unless said otherwise; values are in the channel's unit, between valueMin and
/// valueMax of Geometry.
namespace stepscope::widgets {

/// What a curve does within one column of the viewport. Smallest and largest are exact.
struct Column
{
    int column = 0;
    double min = 0;
    double max = 0;
    double mean = 0;    ///< time-weighted; of the columns around it too, where there are many samples
    bool joins = false; ///< the curve goes on from the column before
};

struct Point
{
    double x = 0;
    double value = 0;
};

/// One channel. Crowded: columns. Sparse: lines, one a stretch without gaps (of one point where a sample stands alone).
struct Series
{
    Ink ink;
    bool filled = false; ///< down to valueMin
    std::vector<Column> columns;
    std::vector<std::vector<Point>> lines;
};

/// One layer of a stack: values that may be added, each on top of the layer before.
struct StackColumn
{
    int column = 0;
    double low = 0;
    double high = 0;
};
struct StackLayer
{
    Ink ink;
    std::vector<StackColumn> columns;
};
/// A layer on top of those that have come so high in each column, which grow by it. Values by column; negative ones
/// count as 0.
[[nodiscard]] StackLayer layerOn(std::vector<double>& heights, Ink ink,
                                 const std::vector<std::pair<int, double>>& values);

inline constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();

/// A stretch of time with a name: span, step, loss.
struct Box
{
    enum class Of : std::uint8_t { Span, Step, Event, Loss };

    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    Ink ink;
    Of of = Of::Span;
    std::size_t lane = kNoIndex; ///< of a span: index into TraceView::lanes()
    std::size_t index =
        kNoIndex; ///< of the span in its lane, the step, event or loss; of the longest when there are more
    std::uint32_t op = 0;
    std::size_t count = 1;  ///< how many share this box; above 1 in crowded columns
    double busy = 1;        ///< share of the box's time that they take
    std::string_view label; ///< name of the op; lives as long as the trace view does
    QString text;           ///< what stands in the middle of other boxes
};

/// A horizontal line worth reading.
struct Level
{
    double value = 0;
    QString text;
};

struct Geometry
{
    double valueMin = 0;
    double valueMax = 1;
    std::vector<StackLayer> stack;
    std::vector<Series> series;
    std::vector<Box> boxes;
    std::vector<Level> levels;
};

/// y px of a value in a row so high; a little room is left at the top and bottom, so that extremes are not cut off.
[[nodiscard]] double yOf(double value, const Geometry& geometry, double height);

/// The box at a place, the nearest within `reach` px when none is exactly there (spans may be narrower than a pointer).
[[nodiscard]] const Box* boxAt(const Geometry& geometry, double x, double y, double reach);

} // namespace stepscope::widgets
