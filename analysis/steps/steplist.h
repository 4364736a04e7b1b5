#pragma once

#include "analysis/steps/detection/periodregimes.h"
#include "analysis/text/message.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// A step, marked by the training or detected in the samples.
struct StepEntry
{
    trace::TimeRange range;
    std::size_t number = 0;  ///< index of a marked step in the view, or of a detected step among all detected ones
    std::uint64_t index = 0; ///< as displayed: the step's number in the training, or among the detected ones (from 0)
    bool isTraced = false;   ///< its ops were recorded
};

/// The steps of a stretch.
struct StepList
{
    std::vector<StepEntry>
        steps;               ///< not empty, completely in the stretch; in order of marking, even if a clock went back
    bool isDetected = false; ///< found in the samples, since no steps are marked; their phase is arbitrary
    bool isApproximate = false; ///< detected, but the mean duration is not known to 0.1 %
    double confidence = 0;      ///< of detected steps, see PeriodFinding
    Message reason;             ///< why there are none; empty when there are
};

StepList markedSteps(const trace::TraceView& view, trace::TimeRange range);
StepList detectedSteps(const trace::TraceView& view, const PeriodReport& period, trace::TimeRange range);
/// The marked steps; in a recording without marks the detected ones. `period` is the result of reportPeriod() for the
/// recording; without it detection runs, which takes seconds.
StepList listSteps(const trace::TraceView& view, trace::TimeRange range, const PeriodReport* period = nullptr,
                   const std::stop_token& stop = {});

/// For display, for example "detected steps (none are marked): their mean duration is known to 0.1 % with a probability
/// of 99.7 %"; empty for marked steps.
Message describeSteps(const StepList& steps);

} // namespace stepscope::analysis
