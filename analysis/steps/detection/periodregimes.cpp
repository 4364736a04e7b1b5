#include "analysis/steps/detection/periodregimes.h"

#include "analysis/statistics/orderstatistics.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stop_token>

namespace stepscope::analysis {
namespace {

/// Minimum length of a regime, in steps.
constexpr double kMinRegimeSteps = 1.2;

std::int64_t nanoseconds(double seconds, std::int64_t origin)
{
    return origin + static_cast<std::int64_t>(std::llround(seconds * 1e9));
}

/// Mean of the channel in the span; none without a sample.
std::optional<double> meanIn(const PeriodChannel& channel, PeriodSpan span)
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

/// Mean of the channel that differs most, relative to its mean in steps: 1 = as in steps, 0 = at rest.
struct Activity
{
    double share = 1;
    std::string channel{};
};
Activity activityIn(std::span<const PeriodChannel> channels, PeriodSpan steps, PeriodSpan span)
{
    Activity activity;
    for (const PeriodChannel& channel : channels) {
        const auto inSteps = meanIn(channel, steps);
        const auto inSpan = meanIn(channel, span);
        if (!inSteps || !inSpan)
            continue;
        const auto finite = [](double value) { return std::isfinite(value); };
        double rest = *inSteps;
        for (const double value : channel.values)
            rest = finite(value) ? std::min(rest, value) : rest;
        if (*inSteps - rest <= 1e-9 * std::abs(*inSteps))
            continue;
        const double share = (*inSpan - rest) / (*inSteps - rest);
        if (activity.channel.empty() || std::abs(share - 1) > std::abs(activity.share - 1))
            activity = {share, channel.name};
    }
    return activity;
}

/// Describes a stretch without steps.
Regime regimeOf(std::span<const PeriodChannel> channels, PeriodSpan steps, PeriodSpan span, double seconds)
{
    Regime regime;
    const Activity activity = activityIn(channels, steps, span);
    if (activity.channel.empty()) {
        regime.name = "unknown";
        regime.what = "no samples";
        return regime;
    }
    const std::string level =
        activity.channel + " at " + percentText(std::max(activity.share, 0.0)) + " of its mean in steps";
    constexpr double kAtRest = 0.35;
    if (activity.share < kAtRest) {
        regime.name = "pause";
        regime.what = "checkpoint, or waiting for data: " + level;
        return regime;
    }
    const PeriodFinding other = findPeriod(channelsIn(channels, span));
    if (other.seconds > 0 && other.confidence > 0 && std::abs(other.seconds / seconds - 1) > 0.1) {
        regime.name = "other steps";
        regime.what = "of " + durationText(other.seconds) +
                      (other.seconds < seconds ? ", probably an evaluation: " : ": ") + level;
        return regime;
    }
    regime.name = "other work";
    regime.what = "evaluation, checkpoint or irregular steps: " + level;
    return regime;
}

/// Describes regimes at regular distances as ends of epochs.
void findEpochs(std::vector<Regime>& regimes, const std::vector<std::size_t>& inner, double seconds)
{
    constexpr std::size_t kMinDistances = 2;
    if (inner.size() < kMinDistances + 1)
        return;
    std::vector<double> distances;
    for (std::size_t i = 1; i < inner.size(); ++i)
        distances.push_back(static_cast<double>(regimes[inner[i]].range.begin - regimes[inner[i - 1]].range.end) *
                            1e-9);
    double mean = 0;
    for (const double distance : distances)
        mean += distance / static_cast<double>(distances.size());
    constexpr double kTolerance = 0.1;
    for (const double distance : distances) {
        if (std::abs(distance - mean) > std::max(kTolerance * mean, 1.5 * seconds))
            return;
    }
    for (const std::size_t i : inner)
        regimes[i].what = "end of an epoch of about " + fixedText(mean / seconds, 0) + " steps; " + regimes[i].what;
}

void addChannel(const trace::ChannelView& channel, std::int64_t origin, PeriodChannel& target)
{
    constexpr std::size_t kMaxSamples = 100'000;
    const std::size_t first = channel.size() > kMaxSamples ? (channel.size() - kMaxSamples) / 2 : 0;
    const std::size_t last = std::min(channel.size(), first + kMaxSamples);
    target.times.reserve(last - first);
    target.values.reserve(last - first);
    // A mean over an interval gets the time of its middle.
    const bool isMean = channel.info().covers == trace::Channel::Covers::Interval;
    for (std::size_t i = first; i < last; ++i) {
        const auto before = isMean && i > 0 ? (channel.time(i) - channel.time(i - 1)) / 2 : 0;
        target.times.push_back(static_cast<double>(channel.time(i) - before - origin) * 1e-9);
        target.values.push_back(channel.value(i));
    }
}

/// Amplitude, in cores, below which a repetition may be profiling overhead: the agent and the hook take about 1 % of a
/// core at regular intervals, which dominates when a training keeps its cores busy all the time.
constexpr double kOverheadFloor = 0.05;

/// Mean of the cores, sample by sample, since they are read together.
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
    mean.floor = kOverheadFloor / std::max(cores, 1.0);
    return mean.times.empty() ? std::nullopt : std::optional(std::move(mean));
}

/// End of the recorded ops, s after `origin`, if it lies in the first half of the recording; else 0. Recording ops
/// makes steps longer.
double endOfOps(const trace::TraceView& view, std::int64_t origin)
{
    std::int64_t end = origin;
    for (const trace::LaneView& lane : view.lanes()) {
        if (lane.size() > 0)
            end = std::max(end, lane.span(lane.size() - 1).end());
    }
    const double seconds = static_cast<double>(end - origin) * 1e-9;
    return seconds < view.extent().seconds() / 2 ? seconds : 0;
}

/// Number of marked steps until `time`, including the fraction of the current one.
double markedStepsUntil(const trace::TraceView& view, std::int64_t time)
{
    const std::size_t i = view.stepLowerBound(time);
    if (i >= view.stepCount())
        return static_cast<double>(view.stepCount());
    const format::Step step = view.step(i);
    const double length = static_cast<double>(std::max<std::int64_t>(step.end - step.start, 1));
    return static_cast<double>(i) + std::clamp(static_cast<double>(time - step.start) / length, 0.0, 1.0);
}

/// Median time between two samples; 0 without any.
double usualPause(const std::vector<double>& times)
{
    std::vector<double> pauses;
    for (std::size_t i = 1; i < times.size(); ++i)
        pauses.push_back(times[i] - times[i - 1]);
    return pauses.empty() ? 0 : median(std::move(pauses));
}

/// The stretch between long pauses that has the most samples.
PeriodSpan densestStretch(const std::vector<double>& times, double longestPause)
{
    std::size_t best = 0;
    std::size_t most = 0;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= times.size(); ++i) {
        if (i < times.size() && times[i] - times[i - 1] <= longestPause)
            continue;
        if (i - begin > most) {
            most = i - begin;
            best = begin;
        }
        begin = i;
    }
    return {times[best], times[best + most - 1]};
}

/// The detection takes time and memory for the whole time between the first and the last sample. If nearly all of it is
/// without samples, as after a suspension of many hours or in a damaged recording, only the densest stretch is used.
std::vector<PeriodChannel> withoutEmptyTime(std::vector<PeriodChannel> channels)
{
    constexpr double kMostEmpty = 8; ///< pauses in which samples are missing, per sample
    const PeriodChannel* densest = nullptr;
    PeriodSpan span{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (const PeriodChannel& channel : channels) {
        if (channel.times.empty())
            continue;
        span = {std::min(span.begin, channel.times.front()), std::max(span.end, channel.times.back())};
        densest = densest == nullptr || channel.times.size() > densest->times.size() ? &channel : densest;
    }
    if (densest == nullptr)
        return channels;
    const double pause = usualPause(densest->times);
    if (!(span.seconds() > kMostEmpty * pause * static_cast<double>(densest->times.size())))
        return channels;
    const PeriodSpan stretch = densestStretch(densest->times, 2 * kMostEmpty * pause);
    return channelsIn(channels, {stretch.begin, std::nextafter(stretch.end, span.end + 1)});
}

void compareWithMarks(const trace::TraceView& view, PeriodReport& report)
{
    if (view.stepCount() < 2 || report.finding.counted.empty())
        return;
    const std::int64_t first = view.step(0).start;
    const std::int64_t last = view.step(view.stepCount() - 1).end;
    double seconds = 0;
    double steps = 0;
    for (const PeriodSpan& counted : report.finding.counted) {
        const trace::TimeRange detected{nanoseconds(counted.begin, report.origin),
                                        nanoseconds(counted.end, report.origin)};
        const trace::TimeRange both = detected.intersected({first, last});
        if (both.isEmpty())
            continue;
        seconds += both.seconds();
        steps += markedStepsUntil(view, both.end) - markedStepsUntil(view, both.begin);
    }
    // The detection may see a part of the recording only.
    const double searched = markedStepsUntil(view, nanoseconds(report.finding.span.end, report.origin)) -
                            markedStepsUntil(view, nanoseconds(report.finding.span.begin, report.origin));
    report.markedShare = searched > 0 ? std::min(steps / searched, 1.0) : 0;
    if (steps >= 1)
        report.markedSeconds = seconds / steps;
}

} // namespace

std::vector<PeriodChannel> periodChannels(const trace::TraceView& view, std::int64_t origin)
{
    constexpr std::size_t kMaxChannels = 6;
    std::vector<PeriodChannel> selected;
    const auto addAll = [&](std::string_view quantity, std::string_view role) {
        for (const trace::ChannelView& channel : view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity != quantity || (!role.empty() && info.role != role) || selected.size() >= kMaxChannels ||
                channel.size() == 0)
                continue;
            selected.push_back({.name = info.name, .floor = quantity == "cpu.process" ? kOverheadFloor : 0});
            addChannel(channel, origin, selected.back());
        }
    };
    addAll("gpu.utilization", {});
    // These exclude other programs.
    addAll("cpu.process", {});
    addAll("memory.process", {});
    if (auto cores = meanOfCores(view, origin))
        selected.push_back(std::move(*cores));
    for (const char* role : {"system", "gpu", "cpu", "memory"})
        addAll("rail.power", role);
    addAll("memory.used", {});
    return selected;
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
        if (span.seconds() < kMinRegimeSteps * finding.seconds)
            continue;
        Regime regime = regimeOf(channels, steps, span, finding.seconds);
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

PeriodReport reportPeriod(const trace::TraceView& view, const std::stop_token& stop)
{
    PeriodReport report;
    report.origin = view.extent().begin;
    std::vector<PeriodChannel> channels = periodChannels(view, report.origin);
    const double from = endOfOps(view, report.origin);
    if (from > 0)
        channels = channelsIn(channels, {from, view.extent().seconds() + 1});
    channels = withoutEmptyTime(std::move(channels));
    for (const PeriodChannel& channel : channels)
        report.channels.push_back(channel.name);
    report.finding = findPeriod(channels, stop);
    if (stop.stop_requested())
        return report;
    report.regimes = nameRegimes(report.finding, channels, report.origin);
    compareWithMarks(view, report);
    return report;
}

} // namespace stepscope::analysis
