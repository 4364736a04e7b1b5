#pragma once

#include <cstdint>

namespace stepscope::format {

// Sums and differences modulo 2^64. Any int64 must survive a round trip, and signed overflow would be undefined.
inline std::int64_t wrappingDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
inline std::int64_t wrappingSum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

} // namespace stepscope::format
