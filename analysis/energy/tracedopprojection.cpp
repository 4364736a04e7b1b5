#include "analysis/energy/tracedopprojection.h"

#include "analysis/steps/foldsteps.h"
#include "analysis/steps/stepphases.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxPatternSteps = 32;
constexpr std::size_t kMaxIntervals = 8'000'000;
constexpr double kMaxProjectedSamples = 80'000; ///< of a channel; more would change the figures by about 0.5 %
constexpr std::size_t kMinProjectedSteps = 500;

/// Adds the complete steps in the range, traced or untraced.
void addWholeSteps(const trace::TraceView& view, trace::TimeRange range, bool isTraced,
                   std::vector<trace::TimeRange>& steps)
{
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        const bool isWhole = step.start >= range.begin && step.end <= range.end && step.start < step.end;
        const bool isInOrder = steps.empty() || steps.back().end <= step.start;
        if (isWhole && isInOrder && ((step.flags & format::Step::kTraced) != 0) == isTraced)
            steps.push_back({step.start, step.end});
    }
}

/// The complete steps in the ranges of similar duration, traced or untraced.
std::vector<trace::TimeRange> similarStepsIn(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                             bool isTraced)
{
    std::vector<trace::TimeRange> steps;
    for (const trace::TimeRange& range : ranges)
        addWholeSteps(view, range, isTraced, steps);
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

/// The steps that lie in the stretches, both in order of time; all if none does.
std::vector<trace::TimeRange> stepsIn(const std::vector<trace::TimeRange>& steps,
                                      const std::vector<trace::TimeRange>& stretches)
{
    std::vector<trace::TimeRange> kept;
    auto stretch = stretches.begin();
    for (const trace::TimeRange& step : steps) {
        while (stretch != stretches.end() && stretch->end <= step.begin)
            ++stretch;
        if (stretch != stretches.end() && stretch->begin <= step.begin && step.end <= stretch->end)
            kept.push_back(step);
    }
    return kept.empty() ? steps : kept;
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

double meanDuration(const std::vector<trace::TimeRange>& steps)
{
    return secondsOf(steps) / static_cast<double>(steps.size());
}

/// The intervals of each pattern step, and how its time is scaled.
class Patterns
{
public:
    /// `intervals` are of all traced steps, `hasKernel` says by column whether a kernel runs.
    Patterns(const std::vector<trace::TimeRange>& steps, const std::vector<SelfTimeInterval>& intervals,
             const std::vector<bool>& hasKernel)
        : m_patterns(steps.size())
    {
        auto next = intervals.begin(); // in order of begin
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Pattern& pattern = m_patterns[i];
            pattern.step = steps[i];
            while (next != intervals.end() && next->begin < steps[i].begin)
                ++next;
            for (; next != intervals.end() && next->begin < steps[i].end; ++next) {
                pattern.intervals.push_back(*next);
                if (!hasKernel[next->column])
                    continue;
                trace::TimeRange busy{next->begin, std::min(next->end, steps[i].end)};
                if (!pattern.kernels.empty())
                    busy.begin = std::max(busy.begin, pattern.kernels.back().end);
                if (busy.begin < busy.end)
                    pattern.kernels.push_back(busy);
            }
        }
    }
    [[nodiscard]] double meanKernelSeconds() const
    {
        double sum = 0;
        for (const Pattern& pattern : m_patterns) {
            for (const trace::TimeRange& busy : pattern.kernels)
                sum += busy.seconds();
        }
        return sum / static_cast<double>(m_patterns.size());
    }
    /// Time without and with a running kernel takes this many times as long in a mean untraced step.
    void setScales(double host, double kernel)
    {
        for (Pattern& pattern : m_patterns) {
            pattern.knots.assign(1, {pattern.step.begin, 0});
            double position = 0;
            const auto advance = [&](std::int64_t to, double scale) {
                position += static_cast<double>(to - pattern.knots.back().first) * scale;
                pattern.knots.emplace_back(to, position);
            };
            for (const trace::TimeRange& busy : pattern.kernels) {
                advance(busy.begin, host);
                advance(busy.end, kernel);
            }
            advance(pattern.step.end, host);
        }
    }
    /// Appends the intervals of the pattern step, scaled to `step`.
    void project(std::size_t at, trace::TimeRange step, SelfTimeTrace& selfTimes) const
    {
        const Pattern& pattern = m_patterns[at];
        const double scale = static_cast<double>(step.duration()) / std::max(pattern.knots.back().second, 1.0);
        const auto moved = [&](std::int64_t time) {
            return std::min<std::int64_t>(step.begin + std::llround(pattern.positionOf(time) * scale), step.end);
        };
        for (const SelfTimeInterval& interval : pattern.intervals) {
            const SelfTimeInterval projected{moved(interval.begin), moved(interval.end), interval.group,
                                             interval.column};
            if (projected.begin < projected.end)
                selfTimes.intervals.push_back(projected);
        }
    }
    [[nodiscard]] std::size_t size() const { return m_patterns.size(); }
    /// Most intervals of a step that is projected from all patterns.
    [[nodiscard]] std::size_t intervals() const
    {
        std::size_t count = 0;
        for (const Pattern& pattern : m_patterns)
            count += pattern.intervals.size();
        return count;
    }

private:
    struct Pattern
    {
        trace::TimeRange step;
        std::vector<SelfTimeInterval> intervals;
        std::vector<trace::TimeRange> kernels;                ///< in which a kernel runs
        std::vector<std::pair<std::int64_t, double>> knots{}; ///< ns: time, and position in the scaled step

        [[nodiscard]] double positionOf(std::int64_t time) const
        {
            const auto after = std::upper_bound(knots.begin(), knots.end(), time,
                                                [](std::int64_t at, const auto& knot) { return at < knot.first; });
            if (after == knots.begin())
                return 0;
            if (after == knots.end())
                return knots.back().second;
            const auto& [from, position] = *std::prev(after);
            return position + (after->second - position) * static_cast<double>(time - from) /
                                  static_cast<double>(after->first - from);
        }
    };
    std::vector<Pattern> m_patterns;
};

/// Seconds of each group in a mean untraced step, by pattern.
std::vector<std::vector<double>> secondsByPattern(const Patterns& patterns, double meanSeconds, std::size_t groups)
{
    std::vector<std::vector<double>> seconds(patterns.size(), std::vector<double>(groups));
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        SelfTimeTrace one;
        patterns.project(i, {0, std::llround(meanSeconds * 1e9)}, one);
        for (const SelfTimeInterval& interval : one.intervals)
            seconds[i][interval.group] += static_cast<double>(interval.end - interval.begin) * 1e-9;
    }
    return seconds;
}

/// See TracedOpProjection::secondsErrors. `even` are the seconds if all time were scaled evenly.
std::vector<double> errorsOfSeconds(const std::vector<std::vector<double>>& seconds,
                                    const std::vector<std::vector<double>>& even)
{
    /// How far the slowdown of one op may differ from the mean one, as a share of the difference between the CPU's mean
    /// slowdown and that of the whole step.
    constexpr double kUnknownSlowdown = 0.15;
    const auto patterns = static_cast<double>(seconds.size());
    std::vector<double> errors(seconds.empty() ? 0 : seconds.front().size());
    for (std::size_t group = 0; group < errors.size(); ++group) {
        double mean = 0;
        double evenMean = 0;
        for (std::size_t i = 0; i < seconds.size(); ++i) {
            mean += seconds[i][group] / patterns;
            evenMean += even[i][group] / patterns;
        }
        double variance = 0;
        for (const std::vector<double>& pattern : seconds)
            variance += std::pow(pattern[group] - mean, 2) / std::max(patterns - 1, 1.0) / patterns;
        const double slowdown = kUnknownSlowdown * (evenMean - mean);
        errors[group] = mean > 0 ? std::sqrt(variance + slowdown * slowdown) / mean : 0;
    }
    return errors;
}

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

/// The scale of the time without a running kernel by which the durations agree; even scaling where that is not
/// possible.
void chooseScales(double tracedSeconds, double untracedSeconds, double kernelSeconds, TracedOpProjection& projection)
{
    constexpr double kMinScale = 0.1;
    constexpr double kMaxScale = 1.5;
    constexpr double kMinHostShare = 0.05; ///< of the traced step
    const double hostSeconds = tracedSeconds - kernelSeconds;
    const double scale = hostSeconds > 0 ? (untracedSeconds - kernelSeconds) / hostSeconds : 0;
    const bool isPlausible =
        kernelSeconds > 0 && hostSeconds >= kMinHostShare * tracedSeconds && scale >= kMinScale && scale <= kMaxScale;
    projection.hostScale = isPlausible ? scale : untracedSeconds / tracedSeconds;
    projection.kernelScale = isPlausible ? 1 : projection.hostScale;
}

} // namespace

TracedOpProjection projectTracedOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                    const AttributedOps& ops, const std::stop_token& stop)
{
    const SelfTimeTrace& traced = ops.selfTimes;
    TracedOpProjection projection;
    const std::vector<trace::TimeRange> all = similarStepsIn(view, ranges, true);
    std::vector<trace::TimeRange> untraced = similarStepsIn(view, ranges, false);
    if (all.empty())
        projection.reason = translatable("Energy", "no step has recorded ops: record some steps with --ops");
    else if (untraced.empty())
        projection.reason =
            translatable("Energy", "every step has recorded ops: record some steps without them, --ops FIRST:END");
    else if (traced.intervals.empty())
        projection.reason = translatable("Energy", "the steps with recorded ops contain no ops");
    if (!projection.reason.empty())
        return projection;
    projection.steps = untraced.size();
    projection.all = joined(untraced);
    projection.durationRatio = meanDuration(all) / meanDuration(untraced);
    untraced = stepsForOps(view, untraced);
    // Bounds memory: long recordings have enough untraced steps for fewer patterns.
    const std::vector<trace::TimeRange> known = stepsIn(all, ops.stretches);
    const std::size_t perStep = traced.intervals.size() / known.size() + 1;
    const std::size_t most = std::max<std::size_t>(kMaxIntervals / (perStep * untraced.size()), 1);
    const std::vector<trace::TimeRange> steps = selection(known, std::min(kMaxPatternSteps, most));
    std::vector<bool> hasKernel;
    for (const OpColumn& column : traced.columns)
        hasKernel.push_back(column.hasKernel);
    Patterns patterns(steps, traced.intervals, hasKernel);
    const double untracedSeconds = meanDuration(untraced);
    patterns.setScales(1, 1);
    const auto even = secondsByPattern(patterns, untracedSeconds, traced.groups.size());
    chooseScales(meanDuration(all), untracedSeconds, patterns.meanKernelSeconds(), projection);
    patterns.setScales(projection.hostScale, projection.kernelScale);
    projection.secondsErrors = errorsOfSeconds(secondsByPattern(patterns, untracedSeconds, traced.groups.size()), even);
    projection.selfTimes.groups = traced.groups;
    projection.selfTimes.columns = traced.columns;
    projection.selfTimes.kernelsAreInOps = traced.kernelsAreInOps;
    std::vector<SelfTimeInterval>& projected = projection.selfTimes.intervals;
    projected.reserve(untraced.size() * patterns.intervals());
    for (const trace::TimeRange& step : untraced) {
        if (stop.stop_requested())
            break;
        const auto first = static_cast<std::ptrdiff_t>(projected.size());
        for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern)
            patterns.project(pattern, step, projection.selfTimes);
        // Steps do not overlap, so that sorting each of them sorts all.
        std::stable_sort(projected.begin() + first, projected.end(),
                         [](const SelfTimeInterval& x, const SelfTimeInterval& y) { return x.begin < y.begin; });
    }
    projection.stretches = joined(untraced);
    projection.usedSteps = untraced.size();
    projection.patternSteps = steps.size();
    projection.selfTimes.weight = 1 / static_cast<double>(steps.size());
    summarizeGroups(projection, static_cast<double>(untraced.size()) / static_cast<double>(all.size()));
    for (const trace::TimeRange& range : ranges)
        projection.opScatter = std::max(projection.opScatter, stepsToFold(view, range, stop).opScatter);
    return projection;
}

} // namespace stepscope::analysis
