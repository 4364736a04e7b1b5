#include "widgets/timeline/viewanimation.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

/// Does not overflow: times of a TimeAxis lie within +-2^62.
double timeDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<double>(a - b);
}

/// Limits a rounded sum to the range of a TimeAxis.
std::int64_t timeOf(long double time)
{
    constexpr long double kFarthest = static_cast<long double>((std::int64_t{1} << 62) - 1);
    return std::llround(std::clamp(time, -kFarthest, kFarthest));
}

} // namespace

double eased(double time)
{
    const double left = 1 - std::clamp(time, 0.0, 1.0);
    return 1 - left * left * left;
}

trace::TimeRange between(trace::TimeRange from, trace::TimeRange to, double share)
{
    if (!(share > 0))
        return from;
    if (share >= 1)
        return to;
    const double before = std::max(1.0, timeDifference(from.end, from.begin));
    const double after = std::max(1.0, timeDifference(to.end, to.begin));
    double duration = before + (after - before) * share;
    double moved = share;
    // Ranges of nearly equal duration have no fixed point on the screen: move at a constant rate.
    if (std::abs(before - after) > 1e-3 * std::max(before, after)) {
        duration = before * std::pow(after / before, share);
        moved = (before - duration) / (before - after);
    }
    const long double begin = static_cast<long double>(from.begin) + timeDifference(to.begin, from.begin) * moved;
    const std::int64_t first = timeOf(begin);
    return {first, std::max(first + 1, timeOf(begin + duration))};
}

bool canAnimate(trace::TimeRange from, trace::TimeRange to)
{
    constexpr double kWidths = 4;
    const double longest = std::max(timeDifference(from.end, from.begin), timeDifference(to.end, to.begin));
    const double gap = std::max({0.0, timeDifference(to.begin, from.end), timeDifference(from.begin, to.end)});
    return gap <= kWidths * longest;
}

} // namespace stepscope::widgets
