#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope::analysis {

/// Durations of any number of instances, 4 bytes for each that is shorter than 4 s, and their exact percentiles.
class Durations
{
public:
    void add(std::int64_t nanoseconds)
    {
        if (nanoseconds >= 0 && nanoseconds <= std::numeric_limits<std::uint32_t>::max())
            m_short.push_back(static_cast<std::uint32_t>(nanoseconds));
        else
            m_long.push_back(nanoseconds);
    }
    [[nodiscard]] std::size_t size() const { return m_short.size() + m_long.size(); }

    /// By nearest rank: the shortest duration that `share` of all do not exceed. 0 without any. Puts them in another
    /// order: O(n).
    [[nodiscard]] std::int64_t percentile(double share)
    {
        if (size() == 0)
            return 0;
        const auto exact = share * static_cast<double>(size());
        const auto rank = static_cast<std::size_t>(std::max(std::ceil(exact - 1e-9), 1.0)) - 1;
        // Every long one is longer than every short one.
        return rank < m_short.size() ? nth(m_short, rank) : nth(m_long, std::min(rank, size() - 1) - m_short.size());
    }

private:
    template <typename Integer>
    static std::int64_t nth(std::vector<Integer>& values, std::size_t rank)
    {
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(values.begin(), at, values.end());
        return static_cast<std::int64_t>(*at);
    }

    std::vector<std::uint32_t> m_short;
    std::vector<std::int64_t> m_long;
};

} // namespace stepscope::analysis
