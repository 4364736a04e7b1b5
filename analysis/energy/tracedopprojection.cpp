#include "analysis/energy/tracedopprojection.h"

#include "analysis/steps/foldsteps.h"
#include "analysis/steps/stepphases.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxPatternSteps = 32;
constexpr std::size_t kMaxIntervals = 8'000'000;
constexpr double kMaxProjectedSamples = 80'000; ///< of a channel; more would change the figures by about 0.5 %
constexpr std::size_t kMinProjectedSteps = 500;

/// The complete steps in the range of similar duration, traced or untraced.
std::vector<trace::TimeRange> similarStepsIn(const trace::TraceView& view, trace::TimeRange range, bool isTraced)
{
    std::vector<trace::TimeRange> steps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        const bool isWhole = step.start >= range.begin && step.end <= range.end && step.start < step.end;
        const bool isInOrder = steps.empty() || steps.back().end <= step.start;
        if (isWhole && isInOrder && ((step.flags & format::Step::kTraced) != 0) == isTraced)
            steps.push_back({step.start, step.end});
    }
    std::vector<trace::TimeRange> similar;
    for (const std::size_t i : similarSteps(steps))
        similar.push_back(steps[i]);
    return similar;
}

/// At most `maximum` of the steps, evenly distributed.
std::vector<trace::TimeRange> selection(const std::vector<trace::TimeRange>& steps, std::size_t maximum)
{
    const std::size_t count = std::min(steps.size(), maximum);
    std::vector<trace::TimeRange> kept;
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(steps[i * steps.size() / count]);
    return kept;
}

/// Runs of eight adjacent steps, evenly distributed: at most as many steps as have kMaxProjectedSamples.
std::vector<trace::TimeRange> stepsForOps(const trace::TraceView& view, const std::vector<trace::TimeRange>& steps)
{
    constexpr std::size_t kRun = 8;
    const auto period = static_cast<double>(view.header().periodNs) * 1e-9;
    const double step = steps[steps.size() / 2].seconds();
    const auto maximum =
        std::max(kMinProjectedSteps, static_cast<std::size_t>(kMaxProjectedSamples * std::min(period / step, 1.0)));
    if (period <= 0 || steps.size() <= maximum)
        return steps;
    std::vector<trace::TimeRange> runs;
    for (std::size_t i = 0; i < steps.size(); i += kRun)
        runs.push_back(steps[i]);
    std::vector<trace::TimeRange> kept;
    const std::size_t count = maximum / kRun;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = i * runs.size() / count * kRun;
        for (std::size_t k = first; k < std::min(first + kRun, steps.size()); ++k)
            kept.push_back(steps[k]);
    }
    return kept;
}

std::vector<trace::TimeRange> joined(const std::vector<trace::TimeRange>& steps)
{
    std::vector<trace::TimeRange> stretches;
    for (const trace::TimeRange& step : steps) {
        if (!stretches.empty() && stretches.back().end == step.begin)
            stretches.back().end = step.end;
        else
            stretches.push_back(step);
    }
    return stretches;
}

double secondsOf(const std::vector<trace::TimeRange>& stretches)
{
    double sum = 0;
    for (const trace::TimeRange& stretch : stretches)
        sum += stretch.seconds();
    return sum;
}

double meanDuration(const std::vector<trace::TimeRange>& steps)
{
    return secondsOf(steps) / static_cast<double>(steps.size());
}

/// The intervals of each pattern step.
class Patterns
{
public:
    Patterns(const std::vector<trace::TimeRange>& steps, const std::vector<SelfTimeInterval>& intervals)
        : m_steps(steps)
        , m_intervals(steps.size())
    {
        std::size_t step = 0;
        for (const SelfTimeInterval& interval : intervals) { // in order of begin
            while (step + 1 < steps.size() && interval.begin >= steps[step].end)
                ++step;
            m_intervals[step].push_back(interval);
        }
    }
    /// Appends the intervals of the pattern step, scaled to `step`.
    void project(std::size_t pattern, trace::TimeRange step, SelfTimeTrace& selfTimes) const
    {
        const trace::TimeRange& from = m_steps[pattern];
        const double scale = static_cast<double>(step.duration()) / static_cast<double>(from.duration());
        const auto moved = [&](std::int64_t time) {
            const auto offset = std::llround(static_cast<double>(time - from.begin) * scale);
            return std::clamp<std::int64_t>(step.begin + offset, step.begin, step.end);
        };
        for (const SelfTimeInterval& interval : m_intervals[pattern]) {
            const SelfTimeInterval projected{moved(interval.begin), moved(interval.end), interval.group};
            if (projected.begin < projected.end)
                selfTimes.intervals.push_back(projected);
        }
    }

private:
    const std::vector<trace::TimeRange>& m_steps;
    std::vector<std::vector<SelfTimeInterval>> m_intervals;
};

/// Computes counts and seconds of the groups in the untraced steps.
void summarizeGroups(TracedOpProjection& projection, double repeats)
{
    double all = 0;
    for (OpGroup& group : projection.selfTimes.groups) {
        group.count = static_cast<std::uint64_t>(std::llround(static_cast<double>(group.count) * repeats));
        group.seconds = 0;
    }
    for (const SelfTimeInterval& interval : projection.selfTimes.intervals) {
        const double seconds = static_cast<double>(interval.end - interval.begin) * 1e-9 * projection.selfTimes.weight;
        projection.selfTimes.groups[interval.group].seconds += seconds;
        all += seconds;
    }
    for (OpGroup& group : projection.selfTimes.groups)
        group.timingShare = all > 0 ? group.seconds / all : 0;
}

} // namespace

TracedOpProjection projectTracedOps(const trace::TraceView& view, trace::TimeRange range, std::size_t maximumGroups,
                                    const std::stop_token& stop)
{
    TracedOpProjection projection;
    const std::vector<trace::TimeRange> all = similarStepsIn(view, range, true);
    std::vector<trace::TimeRange> untraced = similarStepsIn(view, range, false);
    if (all.empty()) {
        projection.reason = "no step has recorded ops: record some steps with --ops";
        return projection;
    }
    if (untraced.empty()) {
        projection.reason = "every step has recorded ops: record some steps without them, --ops FIRST:LAST";
        return projection;
    }
    projection.steps = untraced.size();
    projection.all = joined(untraced);
    projection.durationRatio = meanDuration(all) / meanDuration(untraced);
    untraced = stepsForOps(view, untraced);
    std::vector<trace::TimeRange> traced = selection(all, kMaxPatternSteps);
    projection.selfTimes = selfTimeIn(view, traced, GroupBy::Op, maximumGroups, stop);
    // Bounds memory: long recordings have enough untraced steps for fewer patterns.
    const std::size_t intervals = projection.selfTimes.intervals.size() * untraced.size();
    if (intervals > kMaxIntervals && traced.size() > 1) {
        traced = selection(traced, std::max<std::size_t>(traced.size() * kMaxIntervals / intervals, 1));
        projection.selfTimes = selfTimeIn(view, traced, GroupBy::Op, maximumGroups, stop);
    }
    if (projection.selfTimes.intervals.empty()) {
        projection.reason = "the steps with recorded ops contain no ops";
        return projection;
    }
    const Patterns patterns(traced, projection.selfTimes.intervals);
    std::vector<SelfTimeInterval>& projected = projection.selfTimes.intervals;
    const std::size_t expected = projected.size() * untraced.size();
    projected.clear();
    projected.reserve(expected);
    for (const trace::TimeRange& step : untraced) {
        if (stop.stop_requested())
            break;
        const auto first = static_cast<std::ptrdiff_t>(projected.size());
        for (std::size_t pattern = 0; pattern < traced.size(); ++pattern)
            patterns.project(pattern, step, projection.selfTimes);
        // Steps do not overlap, so that sorting each of them sorts all.
        std::stable_sort(projected.begin() + first, projected.end(),
                         [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
    }
    projection.stretches = joined(untraced);
    projection.usedSteps = untraced.size();
    projection.patternSteps = traced.size();
    projection.selfTimes.weight = 1 / static_cast<double>(traced.size());
    summarizeGroups(projection, static_cast<double>(untraced.size()) / static_cast<double>(traced.size()));
    projection.opScatter = stepsToFold(view, range, stop).opScatter;
    return projection;
}

namespace {

Estimate scaledBy(double factor, const Estimate& estimate)
{
    return {estimate.value * factor, estimate.low * factor, estimate.high * factor};
}

/// Scales the figures of the ops, which come from some of the steps, to all of them. The integral is that of all steps.
void extendToAllSteps(const trace::TraceView& view, const TracedOpProjection& projection, Attribution& attribution)
{
    const double factor = secondsOf(projection.all) / secondsOf(projection.stretches);
    for (OpGroup& group : attribution.groups) {
        group.seconds *= factor;
        group.count = static_cast<std::uint64_t>(std::llround(static_cast<double>(group.count) * factor));
    }
    for (ChannelAccount& account : attribution.channels) {
        for (OpConsumption& op : account.ops) {
            op.timing *= factor;
            if (op.regression)
                op.regression = scaledBy(factor, *op.regression);
        }
        if (account.idle)
            account.idle = scaledBy(factor, *account.idle);
        account.opsSum *= factor;
        account.idleSum *= factor;
        const auto channel =
            std::find_if(view.channels().begin(), view.channels().end(), [&](const trace::ChannelView& other) {
                return other.info().name == account.channel && other.info().quantity == account.quantity;
            });
        account.integral = account.coveredSeconds = 0;
        for (std::size_t i = 0; channel != view.channels().end() && i < projection.all.size(); ++i) {
            const auto part = channel->integral(projection.all[i]);
            account.integral += part.value;
            account.coveredSeconds += part.coveredSeconds;
        }
        constexpr double kTolerance = 0.02;
        if (account.closureWarning.empty() && account.reason.empty() &&
            std::abs(account.unattributed()) > kTolerance * account.integral)
            account.closureWarning = "the figures come from " + countText(projection.usedSteps) + " of " +
                                     countText(projection.steps) + " steps, which differ from the others";
    }
}

} // namespace

UntracedAttribution attributeUntraced(const trace::TraceView& view, trace::TimeRange range,
                                      std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop)
{
    UntracedAttribution result;
    const TracedOpProjection projection = projectTracedOps(view, range, kMaxOpGroups, stop);
    Attribution& attribution = result.attribution;
    attribution.reason = projection.reason;
    if (!projection.reason.empty())
        return result;
    result.patternSteps = projection.patternSteps;
    result.durationRatio = projection.durationRatio;
    result.opScatter = projection.opScatter;
    attribution.groups = projection.selfTimes.groups;
    attribution.kernelsAreInOps = projection.selfTimes.kernelsAreInOps;
    attribution.steps = projection.steps;
    attribution.seconds = secondsOf(projection.all);
    attribution.channels = accountsOf(view, projection.stretches, projection.selfTimes, secondsOf(projection.stretches),
                                      fittedAccounts, stop);
    result.usedSteps = projection.usedSteps;
    if (projection.usedSteps < projection.steps)
        extendToAllSteps(view, projection, attribution);
    if (attribution.channels.empty())
        attribution.reason = "the recording has no channel of power or utilization";
    return result;
}

} // namespace stepscope::analysis
