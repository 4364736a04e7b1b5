#pragma once

#include <cstdint>

/// The pseudo-random delay of each sample after its place on the run's grid. With evenly spaced samples, repetition
/// that is faster than two of them looks like slower one (an alias). Unevenly spaced samples show the difference
/// (Shapiro and Silverman, "Alias-free sampling of random noise", 1960). Steps that last a whole number of samples are
/// still sampled in few places only, which are as wide as the largest delay.
namespace stepscope::agent {

/// The largest delay, as a part of the sampling period. With more, the intervals between samples, over which the use of
/// the cores is averaged, would vary by more than an eighth of their length in either direction.
inline constexpr std::int64_t kDitherPart = 8;

/// The delay in ns of what is due `sinceGrid` ns after the grid, 0 <= delay < `largest`; 0 if `largest` is not
/// positive. The same for all groups that are due together, which share a wake-up. FORMAT.md states the formula.
[[gnu::hot]] constexpr std::int64_t ditherNs(std::int64_t sinceGrid, std::int64_t largest)
{
    if (largest <= 0)
        return 0;
    // The finalizer of SplitMix64: any two bits of the result are independent.
    auto bits = static_cast<std::uint64_t>(sinceGrid);
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31U;
    return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(largest));
}

} // namespace stepscope::agent
