#include "analysis/algorithms/periodregimes.h"

#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// What is no step for less than that many steps is not worth a name.
constexpr double kFewestSteps = 1.2;

std::int64_t nanoseconds(double seconds, std::int64_t origin)
{
    return origin + static_cast<std::int64_t>(std::llround(seconds * 1e9));
}

/// Mean of what was measured in the span; empty without a sample.
std::optional<double> levelIn(const PeriodChannel& channel, PeriodSpan span)
{
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < channel.times.size() && i < channel.values.size(); ++i) {
        if (channel.times[i] < span.begin || channel.times[i] >= span.end || !std::isfinite(channel.values[i]))
            continue;
        sum += channel.values[i];
        ++count;
    }
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

std::vector<PeriodChannel> cut(std::span<const PeriodChannel> channels, PeriodSpan span)
{
    std::vector<PeriodChannel> found;
    for (const PeriodChannel& channel : channels) {
        PeriodChannel part{.name = channel.name, .floor = channel.floor};
        for (std::size_t i = 0; i < channel.times.size() && i < channel.values.size(); ++i) {
            if (channel.times[i] >= span.begin && channel.times[i] < span.end) {
                part.times.push_back(channel.times[i]);
                part.values.push_back(channel.values[i]);
            }
        }
        found.push_back(std::move(part));
    }
    return found;
}

/// How busy the channel that differs most is there, against steps: 1 = as in them, 0 = at rest.
struct Activity
{
    double share = 1;
    std::string channel{};
};
Activity activityIn(std::span<const PeriodChannel> channels, PeriodSpan steps, PeriodSpan span)
{
    Activity found;
    for (const PeriodChannel& channel : channels) {
        const auto busy = levelIn(channel, steps);
        const auto here = levelIn(channel, span);
        if (!busy || !here)
            continue;
        const auto finite = [](double value) { return std::isfinite(value); };
        double rest = *busy;
        for (const double value : channel.values)
            rest = finite(value) ? std::min(rest, value) : rest;
        if (*busy - rest <= 1e-9 * std::abs(*busy))
            continue;
        const double share = (*here - rest) / (*busy - rest);
        if (found.channel.empty() || std::abs(share - 1) > std::abs(found.share - 1))
            found = {share, channel.name};
    }
    return found;
}

Regime between(std::span<const PeriodChannel> channels, PeriodSpan steps, PeriodSpan span, double seconds)
{
    Regime regime;
    const Activity activity = activityIn(channels, steps, span);
    if (activity.channel.empty()) {
        regime.name = "unknown";
        regime.what = "nothing was measured";
        return regime;
    }
    const std::string level =
        activity.channel + " at " + percentText(std::max(activity.share, 0.0)) + " of what it has in steps";
    constexpr double kAtRest = 0.35;
    if (activity.share < kAtRest) {
        regime.name = "pause";
        regime.what = "a checkpoint, or waiting for data: " + level;
        return regime;
    }
    const PeriodFinding other = findPeriod(cut(channels, span));
    if (other.seconds > 0 && other.confidence > 0 && std::abs(other.seconds / seconds - 1) > 0.1) {
        regime.name = "other steps";
        regime.what =
            "of " + durationText(other.seconds) + (other.seconds < seconds ? ", as an evaluation has: " : ": ") + level;
        return regime;
    }
    regime.name = "other work";
    regime.what = "an evaluation, a checkpoint or unlike steps: " + level;
    return regime;
}

/// What comes at even distances is the end of an epoch.
void findEpochs(std::vector<Regime>& regimes, const std::vector<std::size_t>& inner, double seconds)
{
    constexpr std::size_t kFewest = 2;
    if (inner.size() < kFewest + 1)
        return;
    std::vector<double> distances;
    for (std::size_t i = 1; i < inner.size(); ++i)
        distances.push_back(static_cast<double>(regimes[inner[i]].range.begin - regimes[inner[i - 1]].range.end) *
                            1e-9);
    double mean = 0;
    for (const double distance : distances)
        mean += distance / static_cast<double>(distances.size());
    constexpr double kEven = 0.1;
    for (const double distance : distances) {
        if (std::abs(distance - mean) > std::max(kEven * mean, 1.5 * seconds))
            return;
    }
    for (const std::size_t i : inner)
        regimes[i].what = "end of an epoch of about " + fixedText(mean / seconds, 0) + " steps; " + regimes[i].what;
}

void addChannel(const trace::ChannelView& channel, std::int64_t origin, PeriodChannel& found)
{
    constexpr std::size_t kMost = 300'000;
    const std::size_t first = channel.size() > kMost ? (channel.size() - kMost) / 2 : 0;
    const std::size_t last = std::min(channel.size(), first + kMost);
    // A mean over an interval belongs to its middle.
    const bool isMean = channel.info().covers == trace::Channel::Covers::Interval;
    for (std::size_t i = first; i < last; ++i) {
        const auto before = isMean && i > 0 ? (channel.time(i) - channel.time(i - 1)) / 2 : 0;
        found.times.push_back(static_cast<double>(channel.time(i) - before - origin) * 1e-9);
        found.values.push_back(channel.value(i));
    }
}

/// Of one core. The agent and the hook work at distances of their own, a hundredth of a core; where a training keeps
/// its cores busy all the time, that is all that repeats.
constexpr double kWatching = 0.05;

/// Mean of the cores, sample by sample: they are read together.
std::optional<PeriodChannel> meanOfCores(const trace::TraceView& view, std::int64_t origin)
{
    PeriodChannel mean{.name = "cores"};
    std::vector<double> counts;
    double cores = 0;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != "cpu.utilization" || channel.size() == 0)
            continue;
        PeriodChannel core;
        addChannel(channel, origin, core);
        if (mean.times.empty()) {
            mean.times = core.times;
            mean.values.assign(core.times.size(), 0.0);
            counts.assign(core.times.size(), 0.0);
        }
        if (core.times != mean.times)
            continue;
        cores += 1;
        for (std::size_t i = 0; i < core.values.size(); ++i) {
            if (std::isfinite(core.values[i])) {
                mean.values[i] += core.values[i];
                counts[i] += 1;
            }
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
        mean.values[i] = counts[i] > 0 ? mean.values[i] / counts[i] : std::nan("");
    mean.floor = kWatching / std::max(cores, 1.0);
    return mean.times.empty() ? std::nullopt : std::optional(std::move(mean));
}

/// Recording the ops makes steps longer: when it ended in the first half, what is behind it tells the steps as they
/// are. Seconds after `origin`; 0 = all of the recording.
double behindOps(const trace::TraceView& view, std::int64_t origin)
{
    std::int64_t end = origin;
    for (const trace::LaneView& lane : view.lanes()) {
        if (lane.size() > 0)
            end = std::max(end, lane.span(lane.size() - 1).end());
    }
    const double seconds = static_cast<double>(end - origin) * 1e-9;
    return seconds < view.extent().seconds() / 2 ? seconds : 0;
}

/// Steps begun at a time, with the part of the one that runs; by the marks.
double markedSteps(const trace::TraceView& view, std::int64_t time)
{
    const std::size_t i = view.stepLowerBound(time);
    if (i >= view.stepCount())
        return static_cast<double>(view.stepCount());
    const format::Step step = view.step(i);
    const double length = static_cast<double>(std::max<std::int64_t>(step.end - step.start, 1));
    return static_cast<double>(i) + std::clamp(static_cast<double>(time - step.start) / length, 0.0, 1.0);
}

std::optional<double> markedMean(const trace::TraceView& view, const PeriodReport& report)
{
    if (view.stepCount() < 2)
        return std::nullopt;
    const std::int64_t first = view.step(0).start;
    const std::int64_t last = view.step(view.stepCount() - 1).end;
    double seconds = 0;
    double steps = 0;
    for (const PeriodSpan& counted : report.finding.counted) {
        const trace::TimeRange found{nanoseconds(counted.begin, report.origin),
                                     nanoseconds(counted.end, report.origin)};
        const trace::TimeRange both = found.intersected({first, last});
        if (both.isEmpty())
            continue;
        seconds += both.seconds();
        steps += markedSteps(view, both.end) - markedSteps(view, both.begin);
    }
    return steps >= 1 ? std::optional(seconds / steps) : std::nullopt;
}

} // namespace

std::vector<PeriodChannel> periodChannels(const trace::TraceView& view, std::int64_t origin)
{
    constexpr std::size_t kMost = 6;
    std::vector<PeriodChannel> found;
    const auto addAll = [&](std::string_view quantity, std::string_view role) {
        for (const trace::ChannelView& channel : view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity != quantity || (!role.empty() && info.role != role) || found.size() >= kMost ||
                channel.size() == 0)
                continue;
            found.push_back({.name = info.name, .floor = quantity == "cpu.process" ? kWatching : 0});
            addChannel(channel, origin, found.back());
        }
    };
    addAll("gpu.utilization", {});
    // What other programs do does not touch these.
    addAll("cpu.process", {});
    addAll("memory.process", {});
    if (auto cores = meanOfCores(view, origin))
        found.push_back(std::move(*cores));
    for (const char* role : {"system", "gpu", "cpu", "memory"})
        addAll("rail.power", role);
    addAll("memory.used", {});
    return found;
}

std::vector<Regime> nameRegimes(const PeriodFinding& finding, std::span<const PeriodChannel> channels,
                                std::int64_t origin)
{
    std::vector<Regime> regimes;
    if (finding.path.runs.empty() || finding.seconds <= 0)
        return regimes;
    const StepRun* longest = &finding.path.runs.front();
    for (const StepRun& run : finding.path.runs)
        longest = run.steps() > longest->steps() ? &run : longest;
    const PeriodSpan steps{longest->boundaries.front(), longest->boundaries.back()};
    std::vector<std::size_t> inner;
    double from = finding.span.begin;
    for (std::size_t r = 0; r <= finding.path.runs.size(); ++r) {
        const bool isLast = r == finding.path.runs.size();
        const PeriodSpan span{from, isLast ? finding.span.end : finding.path.runs[r].boundaries.front()};
        if (!isLast)
            from = finding.path.runs[r].boundaries.back();
        if (span.seconds() < kFewestSteps * finding.seconds)
            continue;
        Regime regime = between(channels, steps, span, finding.seconds);
        if (r == 0 || isLast) {
            regime.what = regime.name + ", " + regime.what;
            regime.name = isLast ? "end" : "start-up";
        } else {
            inner.push_back(regimes.size());
        }
        regime.range = {nanoseconds(span.begin, origin), nanoseconds(span.end, origin)};
        regimes.push_back(std::move(regime));
    }
    findEpochs(regimes, inner, finding.seconds);
    return regimes;
}

PeriodReport reportPeriod(const trace::TraceView& view, const std::function<bool()>& cancelled)
{
    PeriodReport report;
    report.origin = view.extent().begin;
    std::vector<PeriodChannel> channels = periodChannels(view, report.origin);
    const double from = behindOps(view, report.origin);
    if (from > 0)
        channels = cut(channels, {from, view.extent().seconds() + 1});
    for (const PeriodChannel& channel : channels)
        report.channels.push_back(channel.name);
    report.finding = findPeriod(channels, cancelled);
    if (cancelled && cancelled())
        return report;
    report.regimes = nameRegimes(report.finding, channels, report.origin);
    report.markedSeconds = markedMean(view, report);
    return report;
}

} // namespace stepscope::analysis
