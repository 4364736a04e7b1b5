#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// The union of the spans of all lanes. Gaps of up to kBridgedGap, which no power sensor resolves, are bridged, so that
/// millions of spans become few ranges.
class BusyTime
{
public:
    static constexpr std::int64_t kBridgedGap = 1'000'000; ///< ns

    void beginLane() { m_laneBegins = m_ranges.size(); }
    /// Ranges of one lane must come in order of their begin.
    void add(trace::TimeRange range)
    {
        if (range.isEmpty())
            return;
        if (m_ranges.size() > m_laneBegins && range.begin - m_ranges.back().end <= kBridgedGap)
            m_ranges.back().end = std::max(m_ranges.back().end, range.end);
        else
            m_ranges.push_back(range);
    }
    /// Returns the disjoint ranges of all lanes in order of time, and clears the object.
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
