#pragma once

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Percentiles of any number of durations in bounded memory. Up to kExact durations are kept as they are, in 8 bytes
/// each. From then on they are counted in bins, those below 4.1 us in bins of 1 or 2 ns and each longer one in a bin as
/// wide as 1/2048 to 1/1024 of it, so that a percentile is wrong by at most 0.05 %. The bins take 8 bytes each, 700 KB
/// at most.
class Durations
{
public:
    static constexpr std::size_t kExact = std::size_t{1} << 15U;

    /// A negative duration counts as 0.
    void add(std::int64_t nanoseconds)
    {
        const auto duration = static_cast<std::uint64_t>(std::max<std::int64_t>(nanoseconds, 0));
        ++m_count;
        m_shortest = std::min(m_shortest, duration);
        m_longest = std::max(m_longest, duration);
        if (m_count <= kExact) {
            m_exact.push_back(duration);
            return;
        }
        for (const std::uint64_t earlier : std::exchange(m_exact, {}))
            addToBin(earlier);
        addToBin(duration);
    }
    [[nodiscard]] std::size_t size() const { return m_count; }

    /// Percentile by nearest rank, ns: the shortest duration that at least `share` of all durations do not exceed; the
    /// middle of its bin once durations are counted in bins. 0 when empty. Reorders the list. O(kExact) or O(bins).
    [[nodiscard]] std::int64_t percentile(double share)
    {
        if (m_count == 0)
            return 0;
        const double rank = std::max(std::ceil(share * static_cast<double>(m_count) - 1e-9), 1.0);
        const std::size_t before = std::min(static_cast<std::size_t>(rank), m_count) - 1;
        return static_cast<std::int64_t>(m_bins.empty() ? nthSmallest(m_exact, before) : middleOfBinWith(before));
    }

private:
    static constexpr std::size_t kBits = 11; ///< leading bits of a duration that determine its bin
    static constexpr std::size_t kPerOctave = std::size_t{1} << (kBits - 1);

    /// How many bits follow the leading ones.
    static std::size_t droppedBits(std::uint64_t duration)
    {
        const auto bits = static_cast<std::size_t>(std::bit_width(duration));
        return bits - std::min(bits, kBits);
    }

    void addToBin(std::uint64_t duration)
    {
        // The leading bits of a longer duration are 1024 to 2047: 1024 bins for each further number of dropped bits.
        const std::size_t dropped = droppedBits(duration);
        const std::size_t bin = dropped * kPerOctave + (duration >> dropped);
        if (bin >= m_bins.size())
            m_bins.resize(bin + 1);
        ++m_bins[bin];
    }

    [[nodiscard]] std::uint64_t middleOfBinWith(std::size_t before) const
    {
        std::size_t bin = 0;
        for (std::uint64_t counted = m_bins[0]; counted <= before && bin + 1 < m_bins.size();)
            counted += m_bins[++bin];
        const std::size_t dropped = bin < 2 * kPerOctave ? 0 : bin / kPerOctave - 1;
        const std::uint64_t leading = bin - dropped * kPerOctave;
        const std::uint64_t width = std::uint64_t{1} << dropped;
        return std::clamp(leading * width + (width - 1) / 2, m_shortest, m_longest);
    }

    std::size_t m_count = 0;
    std::uint64_t m_shortest = UINT64_MAX;
    std::uint64_t m_longest = 0;
    std::vector<std::uint64_t> m_exact; ///< empty once there are bins
    std::vector<std::uint64_t> m_bins;
};

} // namespace stepscope::analysis
