#include "analysis/algorithms/knownsteps.h"

#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

/// What lies between two runs of detected steps and is about as long as one is a step, too, that something changed.
constexpr double kFewestBetween = 0.6;
constexpr double kMostBetween = 1.8;

bool hasOps(const trace::TraceView& view, trace::TimeRange range)
{
    return std::any_of(view.lanes().begin(), view.lanes().end(), [&](const trace::LaneView& lane) {
        if (lane.size() == 0 || lane.info().kind == format::Lane::Kind::Phases)
            return false;
        const auto [first, last] = lane.touching(range);
        return first < last;
    });
}

std::string whyNone(const PeriodFinding& finding)
{
    const std::string nobody = "nobody marked the steps, and the samples do not tell them: ";
    return nobody + (finding.verdict == PeriodVerdict::NotPeriodic ? "not periodic: " : "") + finding.reason;
}

} // namespace

StepList markedSteps(const trace::TraceView& view, trace::TimeRange range)
{
    StepList found;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start >= range.begin && step.end <= range.end && step.start < step.end)
            found.steps.push_back({{step.start, step.end}, i, step.index, (step.flags & format::Step::kTraced) != 0});
    }
    if (found.steps.empty())
        found.reason = "there are no steps to lay over each other in this stretch";
    return found;
}

StepList detectedSteps(const trace::TraceView& view, const PeriodReport& period, trace::TimeRange range)
{
    StepList found;
    found.isDetected = true;
    const PeriodFinding& finding = period.finding;
    found.isApproximate = finding.verdict == PeriodVerdict::Approximate;
    found.confidence = finding.confidence;
    if (finding.verdict == PeriodVerdict::NotPeriodic || finding.verdict == PeriodVerdict::CannotTell) {
        found.reason = whyNone(finding);
        return found;
    }
    const auto nanoseconds = [&](double seconds) {
        return period.origin + static_cast<std::int64_t>(std::llround(seconds * 1e9));
    };
    std::size_t number = 0;
    const auto add = [&](double begin, double end) {
        const trace::TimeRange step{nanoseconds(begin), nanoseconds(end)};
        if (step.begin >= range.begin && step.end <= range.end && !step.isEmpty())
            found.steps.push_back({step, number, number, hasOps(view, step)});
        ++number;
    };
    const StepRun* before = nullptr;
    for (const StepRun& run : finding.path.runs) {
        const double between = before != nullptr ? run.boundaries.front() - before->boundaries.back() : 0;
        if (between > kFewestBetween * finding.seconds && between < kMostBetween * finding.seconds)
            add(before->boundaries.back(), run.boundaries.front());
        for (std::size_t i = 0; i < run.steps(); ++i)
            add(run.boundaries[i], run.boundaries[i + 1]);
        before = &run;
    }
    if (found.steps.empty())
        found.reason = "none of the steps that were detected (nobody marked any) lies in this stretch";
    return found;
}

StepList knownSteps(const trace::TraceView& view, trace::TimeRange range, const PeriodReport* period,
                    const Cancelled& cancelled)
{
    if (view.stepCount() > 0)
        return markedSteps(view, range);
    return detectedSteps(view, period != nullptr ? *period : reportPeriod(view, cancelled), range);
}

std::string aboutSteps(const StepList& steps)
{
    if (!steps.isDetected || !steps.reason.empty())
        return {};
    return "detected steps (nobody marked any): " +
           (steps.isApproximate
                ? std::string("approximate, their mean length is not known to 0.1 %")
                : "their mean length is known to 0.1 % with a probability of " +
                      (steps.confidence > 0.999 ? std::string("over 99.9 %") : percentText(steps.confidence)));
}

} // namespace stepscope::analysis
