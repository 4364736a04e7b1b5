#include "widgets/render/coordinates.h"

#include "analysis/trace/columngrid.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

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
