#include "analysis/steps/steplist.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

/// A gap between two runs of detected steps is a step that looks different if its length is within these factors of a
/// step's duration.
constexpr double kMinGap = 0.6;
constexpr double kMaxGap = 1.8;

bool hasOps(const trace::TraceView& view, trace::TimeRange range)
{
    return std::any_of(view.lanes().begin(), view.lanes().end(), [&](const trace::LaneView& lane) {
        if (!holdsOps(lane))
            return false;
        const auto [first, last] = lane.touching(range);
        return first < last;
    });
}

Message reasonForNone(const PeriodFinding& finding)
{
    return (finding.verdict == PeriodVerdict::NotPeriodic
                ? translatable("Steps", "no steps are marked, and the samples show none: not periodic: %1")
                : translatable("Steps", "no steps are marked, and the samples show none: %1"))
        .arg(finding.reason);
}

} // namespace

StepList markedSteps(const trace::TraceView& view, trace::TimeRange range)
{
    StepList list;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start >= range.begin && step.end <= range.end && step.start < step.end)
            list.steps.push_back({{step.start, step.end}, i, step.index, (step.flags & format::Step::kTraced) != 0});
    }
    if (list.steps.empty())
        list.reason = translatable("Steps", "there are no steps to fold in this stretch");
    return list;
}

StepList detectedSteps(const trace::TraceView& view, const PeriodReport& period, trace::TimeRange range)
{
    StepList list;
    list.isDetected = true;
    const PeriodFinding& finding = period.finding;
    list.isApproximate = finding.verdict == PeriodVerdict::Approximate;
    list.confidence = finding.confidence;
    if (finding.verdict == PeriodVerdict::NotPeriodic || finding.verdict == PeriodVerdict::CannotTell) {
        list.reason = reasonForNone(finding);
        return list;
    }
    const auto nanoseconds = [&](double seconds) {
        return period.origin + static_cast<std::int64_t>(std::llround(seconds * 1e9));
    };
    std::size_t number = 0;
    const auto add = [&](double begin, double end) {
        const trace::TimeRange step{nanoseconds(begin), nanoseconds(end)};
        if (step.begin >= range.begin && step.end <= range.end && !step.isEmpty())
            list.steps.push_back({step, number, number, hasOps(view, step)});
        ++number;
    };
    const StepRun* previous = nullptr;
    for (const StepRun& run : finding.path.runs) {
        const double gap = previous != nullptr ? run.boundaries.front() - previous->boundaries.back() : 0;
        if (gap > kMinGap * finding.seconds && gap < kMaxGap * finding.seconds)
            add(previous->boundaries.back(), run.boundaries.front());
        for (std::size_t i = 0; i < run.steps(); ++i)
            add(run.boundaries[i], run.boundaries[i + 1]);
        previous = &run;
    }
    if (list.steps.empty())
        list.reason = translatable("Steps", "none of the detected steps (none are marked) lies in this stretch");
    return list;
}

StepList listSteps(const trace::TraceView& view, trace::TimeRange range, const PeriodReport* period,
                   const std::stop_token& stop)
{
    if (view.stepCount() > 0)
        return markedSteps(view, range);
    return detectedSteps(view, period != nullptr ? *period : reportPeriod(view, stop), range);
}

Message describeSteps(const StepList& steps)
{
    if (!steps.isDetected || !steps.reason.empty())
        return {};
    if (steps.isApproximate)
        return translatable("Steps",
                            "detected steps (none are marked): approximate, their mean duration is not known to 0.1 %");
    return translatable(
               "Steps",
               "detected steps (none are marked): their mean duration is known to 0.1 % with a probability of %1")
        .arg(steps.confidence > 0.999 ? translatable("Steps", "over 99.9 %") : percentText(steps.confidence));
}

} // namespace stepscope::analysis
