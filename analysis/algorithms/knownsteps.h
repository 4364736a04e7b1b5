#pragma once

#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/periodregimes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct KnownStep
{
    trace::TimeRange range;
    std::size_t number = 0;  ///< of the view; of a detected step: its place among all that were detected
    std::uint64_t index = 0; ///< what people call it: its number in the training, or among those detected (from 0)
    bool isTraced = false;   ///< its ops were recorded
};

/// The steps of a stretch, whoever tells of them.
struct StepList
{
    std::vector<KnownStep> steps; ///< not empty, wholly in the stretch; as marked, so that a clock may go back
    bool isDetected = false;      ///< nobody marked them: found in the samples; where one begins is then arbitrary
    bool isApproximate = false;   ///< detected, but their mean is not known to 0.1 %
    double confidence = 0;        ///< of detected ones, see PeriodFinding
    std::string reason;           ///< why there are none; empty when there are
};

StepList markedSteps(const trace::TraceView& view, trace::TimeRange range);
StepList detectedSteps(const trace::TraceView& view, const PeriodReport& period, trace::TimeRange range);
/// The marked ones; where the recording has no mark, those that the samples tell. `period` = what is known of these
/// already; without it they are looked for, which takes seconds.
StepList knownSteps(const trace::TraceView& view, trace::TimeRange range, const PeriodReport* period = nullptr,
                    const Cancelled& cancelled = {});

/// "detected steps (nobody marked any): mean within 0.1 % with a probability of 99.7 %": for people; empty of marked
/// ones.
std::string aboutSteps(const StepList& steps);

} // namespace stepscope::analysis
