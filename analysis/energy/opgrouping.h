#pragma once

#include "analysis/energy/selftime.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace stepscope::analysis {

/// Assigns spans to groups and numbers the groups in order of appearance. Ops of equal text belong to the same group.
class OpGroupNumbering
{
public:
    OpGroupNumbering(const trace::TraceView& view, GroupBy by);

    /// Starts a lane; its spans must follow in order of start.
    void beginLane(std::size_t lane);
    /// Index of the span's group in `groups`; a new group is appended.
    [[nodiscard]] std::uint32_t groupOf(const trace::SpanRecord& span, std::vector<OpGroup>& groups);

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    /// The instances of one op on the current lane within a step.
    struct Positions
    {
        std::vector<std::uint32_t> groups{}; ///< by position
        std::size_t step = SIZE_MAX;
        std::size_t next = 0;
    };

    [[nodiscard]] OpGroup describe(std::uint32_t op) const;
    [[nodiscard]] std::uint32_t textOf(std::uint32_t op);
    [[nodiscard]] std::size_t stepAt(std::int64_t time);

    const trace::TraceView& m_view;
    GroupBy m_by;
    std::vector<std::uint32_t> m_textOf; ///< by op id: number of its text
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::uint32_t> m_texts;
    std::vector<std::uint32_t> m_groupOf; ///< by text
    std::vector<Positions> m_positions;   ///< by text, of the current lane
    std::size_t m_lane = 0;
    std::size_t m_step = 0; ///< the first step that ends after the start of the latest span
};

/// Adds the duration of each interval to the seconds of its group.
void addSeconds(SelfTimeTrace& selfTimes);

/// Sorts groups by time, longest first. Groups with less than a thousandth of the time, and those beyond
/// `maximumGroups`, become the last group.
void orderGroups(SelfTimeTrace& selfTimes, std::size_t maximumGroups);

} // namespace stepscope::analysis
