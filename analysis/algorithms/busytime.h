#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// When anything ran, on whichever lane. Pauses too short for a power sensor to see are bridged, so that millions of
/// spans become few stretches.
class BusyTime
{
public:
    static constexpr std::int64_t kBridged = 1'000'000; ///< ns

    void beginLane() { m_laneBegins = m_ranges.size(); }
    /// By start within a lane.
    void add(trace::TimeRange range)
    {
        if (range.isEmpty())
            return;
        if (m_ranges.size() > m_laneBegins && range.begin - m_ranges.back().end <= kBridged)
            m_ranges.back().end = std::max(m_ranges.back().end, range.end);
        else
            m_ranges.push_back(range);
    }
    /// Of all lanes together, by time and apart from each other.
    [[nodiscard]] std::vector<trace::TimeRange> take()
    {
        std::vector<trace::TimeRange> lanes = std::move(m_ranges);
        std::sort(lanes.begin(), lanes.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
        m_ranges.clear();
        beginLane();
        for (const trace::TimeRange& range : lanes)
            add(range);
        return std::move(m_ranges);
    }

private:
    std::vector<trace::TimeRange> m_ranges;
    std::size_t m_laneBegins = 0;
};

} // namespace stepscope::analysis
