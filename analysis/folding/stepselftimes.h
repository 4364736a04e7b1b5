#pragma once

#include "analysis/energy/selftime.h"
#include "analysis/steps/steplist.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// How long each group of ops ran in each step with recorded ops.
struct StepSelfTimes
{
    std::vector<OpGroup> groups;
    std::vector<std::size_t> steps; ///< StepEntry::number
    std::vector<double> seconds;    ///< steps x groups; self time, over all lanes
    std::vector<double> between;    ///< s of each step in which no op ran

    [[nodiscard]] double of(std::size_t step, std::size_t group) const { return seconds[step * groups.size() + group]; }
};

StepSelfTimes stepSelfTimes(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop = {});

} // namespace stepscope::analysis
