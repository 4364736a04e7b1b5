#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

namespace stepscope::mutations {

/// Reproducible choices of a mutation.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    {}

    /// 0 .. count - 1; 0 if the count is 0.
    std::size_t below(std::size_t count) { return count == 0 ? 0 : m_engine() % count; }
    bool oneIn(std::size_t count) { return below(count) == 0; }
    std::uint64_t bits() { return m_engine(); }

    /// A number at which arithmetic often fails, or any number.
    std::int64_t extreme()
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr std::array<std::int64_t, 24> kValues{0,
                                                       1,
                                                       -1,
                                                       2,
                                                       63,
                                                       64,
                                                       127,
                                                       128,
                                                       255,
                                                       256,
                                                       65'535,
                                                       65'536,
                                                       2147483647,
                                                       2147483648,
                                                       -2147483648LL,
                                                       4294967295,
                                                       1LL << 52,
                                                       1LL << 53,
                                                       1'000'000'000,
                                                       kMost - 1,
                                                       kMost,
                                                       kLeast,
                                                       kLeast + 1,
                                                       kMost / 2};
        return oneIn(6) ? static_cast<std::int64_t>(bits() >> below(64)) : kValues[below(kValues.size())];
    }

    /// A value near the given one, or an extreme one.
    std::int64_t changed(std::int64_t value)
    {
        const auto unsignedValue = static_cast<std::uint64_t>(value);
        switch (below(5)) {
        case 0:
            return static_cast<std::int64_t>(unsignedValue ^ std::uint64_t{1} << below(64));
        case 1:
            return static_cast<std::int64_t>(unsignedValue + below(2001) - 1000);
        case 2:
            return static_cast<std::int64_t>(~unsignedValue + 1);
        case 3:
            return static_cast<std::int64_t>(unsignedValue * (2 + below(1000)));
        default:
            return extreme();
        }
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace stepscope::mutations
