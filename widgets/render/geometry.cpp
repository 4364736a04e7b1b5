#include "widgets/render/geometry.h"

#include "analysis/trace/columngrid.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

double yOf(double value, const Geometry& geometry, double height)
{
    constexpr double kRoom = 3;
    const double share = (value - geometry.valueMin) / std::max(geometry.valueMax - geometry.valueMin, 1e-300);
    return height - kRoom - std::clamp(share, -0.02, 1.02) * (height - 2 * kRoom);
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
    return QString::fromUtf8(box.label.data(), static_cast<qsizetype>(std::min(box.label.size(), kMostBytes)));
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
