#pragma once

#include "analysis/algorithms/knownsteps.h"
#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/stepphases.h"

#include <cstddef>
#include <cstdint>
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
    std::vector<std::uint64_t> indices; ///< what people call each of them, see KnownStep
    std::size_t traced = 0, untraced = 0;
    std::size_t unlike = 0;    ///< left out, since they take much longer or shorter than most
    std::size_t slowed = 0;    ///< left out, since recording their ops slowed them
    double stretch = 0;        ///< duration of traced steps / of untraced ones; 0 = there are not both
    double opScatter = 0;      ///< s: how far ops lie from their place in the mean step; 0 = not known
    std::vector<FoldedOp> ops; ///< of the mean step: by lane, each lane's by begin
    bool isDetected = false;   ///< nobody marked them
    std::string about;         ///< of detected ones: how sure they are, see aboutSteps()
    std::string reason;        ///< why nothing can be laid over each other; empty when it can
};

/// Of these steps those whose ops were not recorded where there are enough of them and recording slows steps by more
/// than 3 %, else all. Steps with ops are warped op by op onto the mean step.
FoldedSteps stepsToFold(const trace::TraceView& view, const StepList& steps, const Cancelled& cancelled = {});
/// The same of the marked steps that lie wholly in the range.
FoldedSteps stepsToFold(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
