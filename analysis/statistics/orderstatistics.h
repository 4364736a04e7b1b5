#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Standard deviation of a normal distribution over its median absolute deviation.
inline constexpr double kDeviationPerMad = 1.4826;

/// The value that `rank` values precede in ascending order. rank < values.size(). Reorders the values. O(n).
template <typename Value>
Value nthSmallest(std::vector<Value>& values, std::size_t rank)
{
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

/// The median; of an even number of values the larger of the two in the middle, so that the result is one of the
/// values. Without values: NaN, or 0 for integers. O(n).
template <typename Value>
Value median(std::vector<Value> values)
{
    if (values.empty())
        return std::is_floating_point_v<Value> ? std::numeric_limits<Value>::quiet_NaN() : Value{};
    return nthSmallest(values, values.size() / 2);
}

/// Robust standard deviation around `center`: kDeviationPerMad x the median of the absolute deviations.
inline double robustDeviation(std::vector<double> values, double center)
{
    for (double& value : values)
        value = std::abs(value - center);
    return kDeviationPerMad * median(std::move(values));
}

} // namespace stepscope::analysis
