#pragma once

#include "analysis/algorithms/knownsteps.h"
#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/workpieces.h"

#include <cstddef>
#include <vector>

namespace stepscope::analysis {

/// How long each kind of op ran in each step whose ops were recorded.
struct StepWork
{
    std::vector<WorkKind> kinds;
    std::vector<std::size_t> steps; ///< KnownStep::number
    std::vector<double> seconds;    ///< steps x kinds; self time, over all lanes
    std::vector<double> between;    ///< s of each step in which no op ran

    [[nodiscard]] double of(std::size_t step, std::size_t kind) const { return seconds[step * kinds.size() + kind]; }
};

StepWork stepWork(const trace::TraceView& view, const StepList& steps, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
