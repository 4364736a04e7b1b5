#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope::analysis {

/// Pseudo-random numbers for resampling: SplitMix64 (Steele, Lea and Flood 2014). The same seed gives the same sequence
/// on every platform, which the distributions of the standard library do not promise. Not for security.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {}

    /// A number in [0, bound), bound < 2^32. The bias is below bound / 2^32.
    std::size_t below(std::size_t bound)
    {
        constexpr unsigned kHalf = 32;
        return static_cast<std::size_t>(((next() >> kHalf) * bound) >> kHalf);
    }

private:
    std::uint64_t next()
    {
        std::uint64_t mixed = (m_state += 0x9e3779b97f4a7c15U);
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    std::uint64_t m_state;
};

} // namespace stepscope::analysis
