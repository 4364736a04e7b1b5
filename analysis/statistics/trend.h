#pragma once

#include <cstddef>
#include <span>

namespace stepscope::analysis {

/// Result of the Mann-Kendall test for a monotonic trend (Mann 1945).
struct Trend
{
    double rises = 1;     ///< p value of a rising trend; 1 with fewer than two values
    double falls = 1;     ///< p value of a falling trend
    bool isExact = false; ///< from all permutations of the values, ties included; else by the normal approximation
    std::size_t count = 0;
};

/// With fewer than four values p is never below 0.05: its minimum with four is 1/24.
inline constexpr std::size_t kMinForTrend = 4;

/// Exact for up to eight values. All values must be finite.
Trend mannKendall(std::span<const double> values);

} // namespace stepscope::analysis
