#pragma once

#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/stepphases.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// One op of the mean step.
struct FoldedOp
{
    double begin = 0, end = 0; ///< s from the mean step's start
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
    std::size_t lane = 0; ///< index into TraceView::lanes()
    std::size_t span = 0; ///< the instance that it is taken from
};

/// The steps that are laid over each other, and what is known of their inside.
struct FoldedSteps
{
    StepPhases phases;
    std::vector<std::size_t> numbers; ///< which step of the view each of them is (empty for a list of one's own)
    std::size_t traced = 0, untraced = 0;
    std::size_t unlike = 0;    ///< left out, since they take much longer or shorter than most
    std::size_t slowed = 0;    ///< left out, since recording their ops slowed them
    double stretch = 0;        ///< duration of traced steps / of untraced ones; 0 = there are not both
    double opScatter = 0;      ///< s: how far ops lie from their place in the mean step; 0 = not known
    std::vector<FoldedOp> ops; ///< of the mean step: by lane, each lane's by begin
    std::string reason;        ///< why nothing can be laid over each other; empty when it can
};

/// The marked steps that lie wholly in the range: those whose ops were not recorded where there are enough of them and
/// recording slows steps by more than 3 %, else all. Steps with ops are warped op by op onto the mean step.
FoldedSteps stepsToFold(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled = {});
/// The same with steps of one's own, detected ones, say.
FoldedSteps stepsToFold(const trace::TraceView& view, std::span<const trace::TimeRange> steps,
                        const Cancelled& cancelled = {});

} // namespace stepscope::analysis
