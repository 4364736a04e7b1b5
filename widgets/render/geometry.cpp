#include "widgets/render/geometry.h"

#include "analysis/text/oplabel.h"
#include "analysis/trace/columngrid.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kRoom = 3; ///< px above and below the scale

} // namespace

double yOf(double value, const Geometry& geometry, double height)
{
    const double share = (value - geometry.valueMin) / std::max(geometry.valueMax - geometry.valueMin, 1e-300);
    return height - kRoom - std::clamp(share, -0.02, 1.02) * (height - 2 * kRoom);
}

double scaleShareAt(double y, double height)
{
    return (height - kRoom - y) / std::max(1.0, height - 2 * kRoom);
}

void smooth(std::vector<double>& values, std::size_t begin, std::size_t end, int window)
{
    const auto half = static_cast<std::size_t>(std::max(0, window / 2));
    if (half == 0 || end - begin < 3)
        return;
    thread_local std::vector<double> sums; // reuses its memory: this runs for each series of each frame
    const std::size_t count = end - begin;
    sums.resize(count + 1);
    for (std::size_t i = 0; i < count; ++i)
        sums[i + 1] = sums[i] + values[begin + i];
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t reach = std::min({half, i, count - 1 - i});
        values[begin + i] = (sums[i + reach + 1] - sums[i - reach]) / static_cast<double>(2 * reach + 1);
    }
}

bool hasOverlaps(const Geometry& geometry)
{
    return geometry.series.size() > 1 || !geometry.stack.empty();
}

std::size_t endOfPart(const Series& series, std::size_t begin)
{
    std::size_t end = begin + 1;
    while (end < series.columns.size() && series.columns[end].joins)
        ++end;
    return end;
}

std::size_t endOfPart(const StackLayer& layer, std::size_t begin)
{
    std::size_t end = begin + 1;
    while (end < layer.columns.size() && layer.columns[end].column == layer.columns[end - 1].column + 1)
        ++end;
    return end;
}

std::pair<double, double> textRange(const Box& box, const BoxText& text, double rowWidth)
{
    const double left = std::clamp((box.x0 + box.x1 - text.width) / 2, 0.0, std::max(0.0, rowWidth - text.width));
    return {left, left + text.width};
}

std::vector<PlacedLevel> placedLevels(const Geometry& geometry, double height)
{
    std::vector<const Level*> order;
    for (const Level& level : geometry.levels)
        order.push_back(&level);
    const double middle = geometry.valueMin / 2 + geometry.valueMax / 2;
    std::stable_sort(order.begin(), order.end(), [&](const Level* a, const Level* b) {
        return std::abs(a->value - middle) > std::abs(b->value - middle) * (1 + 1e-9);
    });
    std::vector<PlacedLevel> placed;
    for (const Level* level : order) {
        const double top = std::clamp(yOf(level->value, geometry, height) - kLevelHeight / 2, 0.0,
                                      std::max(0.0, height - kLevelHeight));
        const bool isFree = std::none_of(placed.begin(), placed.end(), [&](const PlacedLevel& other) {
            return std::abs(other.top - top) < kLevelHeight - 1;
        });
        if (isFree)
            placed.push_back({level, top});
    }
    return placed;
}

StackLayer layerOn(std::vector<double>& heights, ColorRole color, const std::vector<std::pair<int, double>>& values)
{
    StackLayer layer;
    layer.color = color;
    layer.columns.reserve(heights.size());
    for (const auto& [column, value] : values) {
        double& height = heights[static_cast<std::size_t>(column)];
        const double low = height;
        height += std::max(0.0, value);
        layer.columns.push_back({column, low, height});
    }
    return layer;
}

QString labelText(const Box& box)
{
    constexpr std::size_t kMostBytes = 256;
    const std::string_view label = analysis::opLabel(box.label);
    return QString::fromUtf8(label.data(), static_cast<qsizetype>(std::min(label.size(), kMostBytes)));
}

const Box* boxAt(const Geometry& geometry, double x, double y, double reach)
{
    const Box* nearest = nullptr;
    double least = reach;
    for (const Box& box : geometry.boxes) {
        if (y < box.y0 || y >= box.y1)
            continue;
        const double distance = std::max({0.0, box.x0 - x, x - box.x1});
        if (distance < least || (distance == 0 && least == 0)) {
            nearest = &box;
            least = distance;
        }
    }
    return nearest;
}

namespace {

/// The difference of times at both ends of int64 does not fit into an int64.
__extension__ using Wide = __int128;

double wideDifference(std::int64_t from, std::int64_t to)
{
    return static_cast<double>(Wide{to} - Wide{from});
}

} // namespace

double pixelOf(std::int64_t time, const Viewport& viewport)
{
    return wideDifference(viewport.range.begin, time) *
           (viewport.width / wideDifference(viewport.range.begin, viewport.range.end));
}

std::int64_t timeAt(double pixel, const Viewport& viewport)
{
    constexpr double kLimit = 9.2e18;
    const double offset = pixel * (wideDifference(viewport.range.begin, viewport.range.end) / viewport.width);
    const double time = static_cast<double>(viewport.range.begin) + offset;
    if (!(std::abs(time) < kLimit) || !(std::abs(offset) < kLimit))
        return static_cast<std::int64_t>(time < 0 ? -kLimit : kLimit);
    return viewport.range.begin + static_cast<std::int64_t>(std::llround(offset));
}

int columnOf(std::int64_t time, const Viewport& viewport)
{
    return trace::ColumnGrid(viewport.range, viewport.columns).of(time);
}

trace::TimeRange columnRange(int column, const Viewport& viewport)
{
    return trace::ColumnGrid(viewport.range, viewport.columns).rangeOf(column);
}

} // namespace stepscope::widgets
