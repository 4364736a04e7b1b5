#pragma once

#include "analysis/energy/selftime.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::size_t kSpansPerPoll = 1U << 16U; ///< spans between two polls of the stop token

/// Cuts the nested spans of one lane into intervals of self time. Of spans that overlap without nesting, as by rounded
/// times, the one that begins later runs from its begin to its end.
class LaneCutter
{
public:
    LaneCutter(trace::TimeRange stretch, std::vector<SelfTimeInterval>& intervals)
        : m_stretch(stretch)
        , m_pieces(intervals)
    {}
    /// `op`: index of the span's name and shapes, see OpColumns.
    void add(const trace::SpanRecord& span, std::uint32_t group, std::uint32_t op = 0)
    {
        endBefore(span.start);
        if (!m_open.empty())
            cutUntil(span.start);
        m_position = span.start;
        m_open.push_back({span.end(), group, op});
    }
    void finish() { endBefore(INT64_MAX); }
    /// The group of the innermost span that runs at the start of the next span. nullopt: none runs.
    [[nodiscard]] std::optional<std::uint32_t> callerAt(std::int64_t start)
    {
        endBefore(start);
        return m_open.empty() ? std::nullopt : std::optional(m_open.back().group);
    }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::uint32_t group = 0;
        std::uint32_t op = 0;
    };
    void endBefore(std::int64_t time)
    {
        while (!m_open.empty() && m_open.back().end <= time) {
            cutUntil(m_open.back().end);
            m_open.pop_back();
        }
    }
    void cutUntil(std::int64_t time)
    {
        const std::int64_t begin = std::max(m_position, m_stretch.begin);
        const std::int64_t end = std::min(time, m_stretch.end);
        if (begin < end)
            m_pieces.push_back({begin, end, m_open.back().group, m_open.back().op});
        m_position = std::max(m_position, time);
    }

    trace::TimeRange m_stretch;
    std::vector<SelfTimeInterval>& m_pieces;
    std::vector<Open> m_open;
    std::int64_t m_position = 0;
};

} // namespace stepscope::analysis
