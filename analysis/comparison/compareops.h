#pragma once

#include "analysis/comparison/compare.h"

#include <map>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {

/// Figures of the ops of one side, from one pass over its spans.
class SideOps
{
public:
    struct Op
    {
        std::uint64_t count = 0;
        double seconds = 0;
        UnitCollector instances;
        std::vector<std::pair<std::uint32_t, SampleUnit>>
            perStep; ///< step and its unit, in order of lane and time; a step may occur more than once
        std::size_t firstLane = 0, firstSpan = 0;
        std::int64_t firstStart = 0;
    };
    using Key = std::pair<std::string, std::string>; ///< name and shapes

    /// `steps`: indices of the steps that count, in order of time.
    SideOps(const CompareSide& side, OpGrouping grouping, const std::vector<std::size_t>& steps);

    /// Reports progress from `from` to `to`. False after a stop request.
    bool read(const CompareOptions& options, double from, double to, const std::stop_token& stop);

    [[nodiscard]] const std::map<Key, Op>& ops() const { return m_ops; }
    [[nodiscard]] std::size_t steps() const { return m_steps.size(); }
    /// One unit for each step with the op: seconds and instances.
    [[nodiscard]] std::vector<SampleUnit> meanUnits(const Op& op) const;
    /// One unit for each step, also without the op: seconds and weight 1.
    [[nodiscard]] std::vector<SampleUnit> totalUnits(const Op& op) const;

private:
    static constexpr std::uint32_t kNoStep = ~0U;
    [[nodiscard]] std::uint32_t placeOf(std::size_t step) const;
    void add(Op& op, const trace::SpanRecord& span, std::uint32_t step, std::size_t lane, std::size_t index) const;
    [[nodiscard]] std::vector<SampleUnit> byStep(const Op& op) const;

    CompareSide m_side;
    OpGrouping m_grouping;
    std::vector<std::size_t> m_steps;
    std::map<Key, Op> m_ops;
};

} // namespace stepscope::analysis
