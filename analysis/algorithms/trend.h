#pragma once

#include <cstddef>
#include <span>

namespace stepscope::analysis {

/// Whether values rise (or fall) from one to the next, by Mann and Kendall (Mann 1945).
struct Trend
{
    double rises = 1;     ///< p: how often chance alone rises as much; 1 of fewer than two values
    double falls = 1;     ///< the same of falling
    bool isExact = false; ///< by all orders of the values, ties included; else by the normal distribution
    std::size_t count = 0;
};

/// Fewer than four values never make p less than 0.05: 1/24 is the least that four can.
inline constexpr std::size_t kFewestForTrend = 4;

/// Exact up to eight values. Not finite ones must not be among them.
Trend mannKendall(std::span<const double> values);

} // namespace stepscope::analysis
