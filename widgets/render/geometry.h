#pragma once

#include "analysis/trace/model.h"
#include "widgets/render/colorrole.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

/// What a track shows, as data, for painting, hit tests, export and tests without a screen. x is px from the left edge
/// of the row's data, y is px from its top, unless stated otherwise. Values are in the unit of the channel, between
/// valueMin and valueMax of Geometry.
namespace stepscope::widgets {

/// A curve within one column of the viewport. Curve::traceColumns() says which samples the extremes include.
struct Column
{
    int column = 0;
    double min = 0;
    double max = 0;
    double mean = 0;    ///< time-weighted; over a group of columns where there are many samples
    bool joins = false; ///< the curve continues from the column before
};

struct Point
{
    double x = 0;
    double value = 0;
};

/// The curve of one channel: columns where samples are dense, lines where they are sparse. Each line is a part without
/// gaps; an isolated sample is a line of one point.
struct Series
{
    ColorRole color;
    bool filled = false;    ///< fill the area down to valueMin
    bool isCrowded = false; ///< a column has several samples: the mean is drawn smoothed over kSmoothWidth
    std::vector<Column> columns;
    std::vector<std::vector<Point>> lines;
};

/// One layer of a stack of values that may be added; it lies on the layer before.
struct StackColumn
{
    int column = 0;
    double low = 0;
    double high = 0;
};
struct StackLayer
{
    ColorRole color;
    std::vector<StackColumn> columns;
    bool isCrowded = false; ///< as in Series
};
/// Makes the layer that lies on a stack of the given heights, and adds it to them. `values` are pairs of column and
/// value; negative values count as 0.
[[nodiscard]] StackLayer layerOn(std::vector<double>& heights, ColorRole color,
                                 const std::vector<std::pair<int, double>>& values);

inline constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();

/// A rectangle for a time range: span, step, event or loss.
struct Box
{
    enum class Of : std::uint8_t { Span, Step, Event, Loss };

    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    ColorRole color;
    Of of = Of::Span;
    std::uint32_t op = 0;
    std::size_t lane = kNoIndex; ///< of a span: index into TraceView::lanes()
    /// Of the span in its lane, of the step, event or loss; of the longest one if count > 1.
    std::size_t index = kNoIndex;
    std::size_t count = 1;  ///< number of spans, steps or events that share this box
    double busy = 1;        ///< share of the box's time that they cover
    std::string_view label; ///< name of the op; valid as long as the trace view
};

/// A centred text of a box other than a span. It is not a member of Box, since a frame has tens of thousands of boxes.
struct BoxText
{
    std::size_t box = 0; ///< index into Geometry::boxes
    QString text;
    double width = 0; ///< px that the text may take, also beyond the box; 0 = it must fit in the box
};

inline constexpr double kLeastLabelWidth = 22; ///< px: narrower boxes have no name
inline constexpr double kLabelPadding = 4;     ///< px left and right of a name
/// The beginning of opLabel(Box::label), at most 256 bytes: names in recordings may be arbitrarily long.
[[nodiscard]] QString labelText(const Box& box);

/// A value of the scale, with its text left of the data and a horizontal line.
struct Level
{
    double value = 0;
    QString text;
    bool hasLine = true;
};

struct Geometry
{
    double valueMin = 0;
    double valueMax = 1;
    std::vector<StackLayer> stack;
    std::vector<Series> series;
    std::vector<Box> boxes;
    std::vector<BoxText> texts;
    std::vector<Level> levels;
};

/// Means are noisy where each is of a few samples only: several pixels together show the course of minutes as calmly as
/// that of a step. Minimum and maximum are not smoothed.
inline constexpr double kSmoothWidth = 4; ///< px
/// Replaces the values [begin, end) by their moving means over `window` values, and over fewer near both ends.
void smooth(std::vector<double>& values, std::size_t begin, std::size_t end, int window);

/// Shares of the colour of a series in its band and in the area below it.
inline constexpr double kBandShare = 0.3;
inline constexpr double kAreaShare = 0.16;
/// True if a band may cover other data, so that it must be blended.
[[nodiscard]] bool hasOverlaps(const Geometry& geometry);
/// The end of the part without gaps that begins with a column.
[[nodiscard]] std::size_t endOfPart(const Series& series, std::size_t begin);
[[nodiscard]] std::size_t endOfPart(const StackLayer& layer, std::size_t begin);

inline constexpr double kLevelHeight = 13;  ///< px, of the text of a level
inline constexpr double kLevelDistance = 5; ///< px between the text of a level and the data
/// The range of a text with a width around the middle of its box, inside [0, rowWidth].
[[nodiscard]] std::pair<double, double> textRange(const Box& box, const BoxText& text, double rowWidth);

/// A level whose text has room, and the top of the text, px.
struct PlacedLevel
{
    const Level* level = nullptr;
    double top = 0;
};
/// Omits levels whose texts would overlap; the largest and the smallest value come first.
[[nodiscard]] std::vector<PlacedLevel> placedLevels(const Geometry& geometry, double height);

/// y of a value in a row of this height, px. Leaves 3 px at the top and bottom, so that extremes are not cut off.
[[nodiscard]] double yOf(double value, const Geometry& geometry, double height);
/// The inverse: the share of the scale at y, also beyond the row.
[[nodiscard]] double scaleShareAt(double y, double height);

/// The box at a position, or the nearest one within `reach` px, since spans may be narrower than the pointer; nullptr
/// if there is none.
[[nodiscard]] const Box* boxAt(const Geometry& geometry, double x, double y, double reach);

} // namespace stepscope::widgets

/// Time <-> pixel. Times are ns, pixels count from the left edge of the data.
namespace stepscope::widgets {

/// A time range and the size in px at which it is drawn. Geometry is computed per column; there is at least one column
/// per device pixel.
struct Viewport
{
    trace::TimeRange range;
    double width = 0;  ///< px
    double height = 0; ///< px
    int columns = 0;
    bool isExact = false; ///< for paper: columns have the extremes of exactly their own samples; this takes longer

    [[nodiscard]] double columnWidth() const { return columns > 0 ? width / columns : 0; }
    bool operator==(const Viewport&) const = default;
};

[[nodiscard]] double pixelOf(std::int64_t time, const Viewport& viewport);
/// Rounded to the nearest ns. Pixels outside the viewport give times outside the range.
[[nodiscard]] std::int64_t timeAt(double pixel, const Viewport& viewport);

/// The column of a time; -1 before the range, `columns` after it.
[[nodiscard]] int columnOf(std::int64_t time, const Viewport& viewport);
/// The time range of a column, exact and never empty: with more columns than ns, columns share a ns.
[[nodiscard]] trace::TimeRange columnRange(int column, const Viewport& viewport);

} // namespace stepscope::widgets
