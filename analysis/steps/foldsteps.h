#pragma once

#include "analysis/steps/steplist.h"
#include "analysis/steps/stepphases.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// One op of the mean step.
struct FoldedOp
{
    double begin = 0, end = 0; ///< s from the start of the mean step
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
    std::size_t lane = 0; ///< index into TraceView::lanes()
    std::size_t span = 0; ///< the instance that represents the op
};

/// The steps that are folded, and the ops of their mean step.
struct FoldedSteps
{
    StepPhases phases;
    std::vector<std::uint64_t> indices; ///< StepEntry::index of each step
    std::size_t traced = 0, untraced = 0;
    std::size_t excludedByDuration = 0; ///< steps that take much longer or shorter than most
    std::size_t excludedTraced = 0;     ///< steps that the recording of their ops slowed down
    double durationRatio = 0;  ///< mean duration of traced steps / of untraced steps; 0 = one of them is missing
    double opScatter = 0;      ///< s: standard deviation of the ops' positions in the mean step; 0 = not known
    std::vector<FoldedOp> ops; ///< of the mean step: by lane, each lane in order of begin
    bool isDetected = false;   ///< see StepList
    Message description;       ///< of detected steps, see describeSteps()
    Message reason;            ///< why there is nothing to fold; empty when there is
};

/// Selects the steps to fold: steps of similar duration, and only those without recorded ops when there are at least 20
/// of them and recording slows steps down by more than 3 %. Steps with recorded ops are mapped op by op to the mean
/// step.
FoldedSteps stepsToFold(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop = {});
/// The same for the marked steps in the range.
FoldedSteps stepsToFold(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop = {});

} // namespace stepscope::analysis
