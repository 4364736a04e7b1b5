#include "analysis/metrics/metrics.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/coveredtime.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Total time for which a core was idle. A sample covers the time since the previous one, so segment i ends at sample
/// i. Ranges that are completely idle or busy are decided by the channel's extremes instead of sample by sample: the
/// cost grows with the number of changes, not of samples.
class IdleTime
{
public:
    IdleTime(const trace::ChannelView& channel, trace::TimeRange range, std::int64_t longestPause, std::stop_token stop)
        : m_channel(channel)
        , m_range(range)
        , m_longestPause(longestPause)
        , m_stop(std::move(stop))
    {}

    [[nodiscard]] double seconds() const
    {
        const std::size_t first = std::max<std::size_t>(m_channel.lowerBound(m_range.begin), 1);
        const std::size_t last = std::min(m_channel.lowerBound(m_range.end) + 1, m_channel.size());
        return first < last ? idleWithin(first, last) : 0;
    }

private:
    static constexpr std::size_t kScannedSamples = 256;

    [[nodiscard]] double idleWithin(std::size_t first, std::size_t last) const
    {
        if (last - first <= kScannedSamples)
            return scanned(first, last);
        const trace::Extremes extremes = m_channel.extremes(first, last);
        if (extremes.samples == 0 || extremes.min >= kIdleBelow || (m_stop.stop_requested()))
            return 0;
        if (extremes.max < kIdleBelow) {
            const trace::TimeRange all{m_channel.time(first - 1), m_channel.time(last - 1)};
            return m_channel.integral(all.intersected(m_range)).coveredSeconds;
        }
        const std::size_t middle = first + (last - first) / 2;
        return idleWithin(first, middle) + idleWithin(middle, last);
    }

    [[nodiscard]] double scanned(std::size_t first, std::size_t last) const
    {
        std::int64_t idle = 0;
        for (std::size_t i = first; i < last; ++i) {
            const trace::TimeRange since{m_channel.time(i - 1), m_channel.time(i)};
            if (m_channel.value(i) < kIdleBelow && since.duration() <= m_longestPause)
                idle += std::max<std::int64_t>(since.intersected(m_range).duration(), 0);
        }
        return static_cast<double>(idle) * 1e-9;
    }

    const trace::ChannelView& m_channel;
    trace::TimeRange m_range;
    std::int64_t m_longestPause;
    std::stop_token m_stop;
};

/// Feeds a TX2's carrier board in parallel to the module, so the power of the whole board is VDD_IN + VDD_MUX (NVIDIA's
/// schematics of the developer kit; tegrastats leaves it out).
constexpr std::string_view kCarrierRail = "VDD_MUX";

bool isRoot(const RailSummary& rail, const std::vector<RailSummary>& rails)
{
    return std::none_of(rails.begin(), rails.end(),
                        [&](const RailSummary& other) { return other.name == rail.parent && other.name != rail.name; });
}

/// Moves the rails below `name` from `left` to `ordered`, depth first.
void moveTree(std::string_view name, std::vector<RailSummary>& left, std::vector<RailSummary>& ordered)
{
    for (std::size_t i = 0; i < left.size();) {
        if (left[i].parent != name) {
            ++i;
            continue;
        }
        ordered.push_back(left[i]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string child = ordered.back().name;
        moveTree(child, left, ordered);
        i = 0;
    }
}

/// Rails that the header describes as a cycle come last.
std::vector<RailSummary> inTreeOrder(const std::vector<RailSummary>& rails)
{
    std::vector<RailSummary> ordered;
    std::vector<RailSummary> roots;
    std::vector<RailSummary> left;
    for (const RailSummary& rail : rails)
        (isRoot(rail, rails) ? roots : left).push_back(rail);
    for (const RailSummary& root : roots) {
        ordered.push_back(root);
        moveTree(root.name, left, ordered);
    }
    ordered.insert(ordered.end(), left.begin(), left.end());
    return ordered;
}

using Ranges = std::span<const trace::TimeRange>;

double secondsOf(Ranges ranges)
{
    double seconds = 0;
    for (const trace::TimeRange& range : ranges)
        seconds += range.seconds();
    return seconds;
}

trace::ChannelView::Integral integralOf(const trace::ChannelView& channel, Ranges ranges)
{
    trace::ChannelView::Integral sum;
    for (const trace::TimeRange& range : ranges) {
        const auto part = channel.integral(range);
        sum.value += part.value;
        sum.coveredSeconds += part.coveredSeconds;
    }
    return sum;
}

std::optional<double> meanOf(const trace::TraceView& view, std::string_view quantity, Ranges ranges)
{
    const auto* channel = findChannel(view, quantity);
    if (!channel)
        return std::nullopt;
    const auto integral = integralOf(*channel, ranges);
    return integral.coveredSeconds > 0 ? std::optional(integral.mean()) : std::nullopt;
}

std::optional<double> peakOf(const trace::TraceView& view, std::string_view quantity, Ranges ranges)
{
    const auto* channel = findChannel(view, quantity);
    std::optional<double> peak;
    for (const trace::TimeRange& range : channel ? ranges : Ranges{}) {
        const auto extremes = channel->extremes(channel->lowerBound(range.begin), channel->lowerBound(range.end));
        if (extremes.samples > 0)
            peak = std::max(peak.value_or(extremes.max), extremes.max);
    }
    return peak;
}

/// The latest values are those of the last range.
TensorBytes tensorsOf(const trace::TraceView& view, Ranges ranges)
{
    const TensorMemory memory(view);
    TensorBytes sum;
    for (const trace::TimeRange& range : ranges) {
        const TensorBytes part = memory.of(range);
        for (const TensorPart& each : kTensorParts) {
            double& value = sum.*each.bytes;
            const double other = part.*each.bytes;
            if (!std::isnan(other))
                value = each.isPeak && !std::isnan(value) ? std::max(value, other) : other;
        }
    }
    return sum;
}

/// Equation 2. Without channels of single cores, the channel of all cores.
std::optional<double> cpuUtilization(const trace::TraceView& view, const RangeSummary& summary, Ranges ranges)
{
    double sum = 0;
    int online = 0;
    for (const CoreSummary& core : summary.cores) {
        if (core.coveredSeconds > 0) {
            sum += core.utilization;
            ++online;
        }
    }
    if (online > 0)
        return sum / online;
    return summary.cores.empty() ? meanOf(view, "cpu.utilization", ranges) : std::nullopt;
}

double shareOf(double seconds, Ranges ranges)
{
    const double all = secondsOf(ranges);
    return all > 0 ? std::clamp(seconds / all, 0.0, 1.0) : 0;
}

/// The sum of rails, of each `sign` times: in the time that the samples of all cover, where some have gaps.
struct RailTotal
{
    double joules = 0;
    double watts = 0;
    double coverage = 0;
};

struct SignedRail
{
    const RailSummary* rail;
    double sign;
};

RailTotal totalOf(const trace::TraceView& view, std::span<const SignedRail> rails, Ranges ranges)
{
    RailTotal total{.coverage = rails.empty() ? 0.0 : 1.0};
    std::vector<const trace::ChannelView*> channels;
    for (const auto& [rail, sign] : rails) {
        total.joules += sign * rail->joules;
        total.watts += sign * rail->meanWatts;
        total.coverage = std::min(total.coverage, rail->coverage);
        channels.push_back(&view.channels()[rail->channel]);
    }
    if (total.coverage >= kFullCoverage || total.coverage <= 0 || rails.size() < 2)
        return total;
    const std::vector<trace::TimeRange> common = commonTime(view, channels, ranges);
    total = {.coverage = shareOf(secondsOf(common), ranges)};
    for (std::size_t i = 0; i < rails.size(); ++i) {
        const auto integral = integralOf(*channels[i], common);
        total.joules += rails[i].sign * integral.value;
        total.watts += rails[i].sign * integral.mean();
    }
    return total;
}

void sumSystem(const trace::TraceView& view, Ranges ranges, RangeSummary& summary)
{
    const auto system = systemRails(summary.rails);
    std::vector<SignedRail> rails;
    for (const RailSummary& rail : summary.rails) {
        if (!rail.isRepeated && std::find(system.begin(), system.end(), rail.name) != system.end())
            rails.push_back({&rail, 1});
    }
    const RailTotal total = totalOf(view, rails, ranges);
    if (!(total.coverage > 0))
        return;
    summary.systemJoules = total.joules;
    summary.systemWatts = total.watts;
    summary.systemCoverage = total.coverage;
}

void computeRests(const trace::TraceView& view, Ranges ranges, std::vector<RailSummary>& rails)
{
    for (RailSummary& rail : rails) {
        std::vector<SignedRail> parts{{&rail, 1}};
        for (const RailSummary& other : rails) {
            if (other.parent == rail.name && other.name != rail.name && !other.isRepeated && other.coveredSeconds > 0)
                parts.push_back({&other, -1});
        }
        const RailTotal rest = parts.size() < 2 ? RailTotal() : totalOf(view, parts, ranges);
        if (!(rest.coverage > 0))
            continue;
        rail.restWatts = rest.watts;
        rail.restJoules = rest.joules;
    }
}

/// Of channels with the same name, such as those of a recording and of a log that was merged with it, one counts.
void markRepeated(const trace::TraceView& view, std::vector<RailSummary>& rails)
{
    const auto samplesOf = [&view](const RailSummary& rail) { return view.channels()[rail.channel].size(); };
    for (auto rail = rails.begin(); rail != rails.end(); ++rail) {
        const auto isBetter = [&](const RailSummary& other, bool isEarlier) {
            return other.name == rail->name &&
                   (samplesOf(other) > samplesOf(*rail) || (isEarlier && samplesOf(other) == samplesOf(*rail)));
        };
        rail->isRepeated = std::any_of(rails.begin(), rail, [&](const auto& other) { return isBetter(other, true); }) ||
                           std::any_of(rail, rails.end(), [&](const auto& other) { return isBetter(other, false); });
    }
}

/// A core that went offline or online, as the agent reads it from the kernel's list: "Core 3 is offline now.", "Core 3
/// is online again.", "Core 3 is offline." (from the beginning); of imported logs "cpu3 is off", "cpu3 is online".
struct CoreChange
{
    std::int64_t time = 0;
    int core = 0;
    bool isOnline = true;
};

std::optional<CoreChange> coreChangeOf(const trace::EventRecord& event, std::int64_t begin)
{
    constexpr std::array<std::string_view, 2> kPrefixes{"Core ", "cpu"};
    if (event.kind != "core")
        return std::nullopt;
    for (const std::string_view prefix : kPrefixes) {
        if (!event.text.starts_with(prefix))
            continue;
        CoreChange change{.time = event.time};
        const char* const end = event.text.data() + event.text.size();
        const auto [rest, error] = std::from_chars(event.text.data() + prefix.size(), end, change.core);
        const std::string_view state(rest, static_cast<std::size_t>(end - rest));
        if (error != std::errc() || !state.starts_with(" is o"))
            return std::nullopt;
        change.isOnline = state.starts_with(" is online");
        if (state == " is offline.")
            change.time = begin;
        return change;
    }
    return std::nullopt;
}

/// In order of time.
std::vector<CoreChange> coreChanges(const trace::TraceView& view)
{
    std::vector<CoreChange> changes;
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        if (const auto change = coreChangeOf(view.event(i), view.extent().begin))
            changes.push_back(*change);
    }
    std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return changes;
}

/// ns. Without an event, a core with samples was online all the time.
std::int64_t onlineTime(const std::vector<CoreChange>& changes, int core, trace::TimeRange range)
{
    const auto isOfCore = [core](const CoreChange& change) { return change.core == core; };
    const auto first = std::find_if(changes.begin(), changes.end(), isOfCore);
    bool isOnline = first == changes.end() || !first->isOnline;
    std::int64_t online = 0;
    std::int64_t since = range.begin;
    const auto addUntil = [&](std::int64_t time) {
        online += isOnline ? time - since : 0;
        since = time;
    };
    for (const CoreChange& change : changes) {
        if (!isOfCore(change))
            continue;
        addUntil(std::clamp(change.time, range.begin, range.end));
        isOnline = change.isOnline;
    }
    addUntil(range.end);
    return online;
}

std::optional<double> onlineShare(const std::vector<CoreChange>& changes, int core, bool hasSamples, Ranges ranges)
{
    const bool isKnown = hasSamples || std::any_of(changes.begin(), changes.end(),
                                                   [core](const CoreChange& change) { return change.core == core; });
    if (!isKnown || !(secondsOf(ranges) > 0))
        return std::nullopt;
    std::int64_t online = 0;
    for (const trace::TimeRange& range : ranges)
        online += onlineTime(changes, core, range);
    return shareOf(static_cast<double>(online) * 1e-9, ranges);
}

bool hasSample(const trace::ChannelView& channel)
{
    return channel.bounds(0, channel.size()).any;
}

void countSteps(const trace::TraceView& view, Ranges ranges, RangeSummary& summary)
{
    std::optional<std::uint64_t> batch; // needed by few recordings
    double seconds = 0;
    bool isKnown = true;
    for (const trace::TimeRange& range : ranges) {
        std::optional<trace::TimeRange> whole;
        for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
            const format::Step step = view.step(i);
            if (step.start >= range.end)
                break;
            if (step.start < range.begin || step.end > range.end)
                continue;
            whole = {whole ? whole->begin : step.start, step.end};
            if (step.samples == 0 && !batch)
                batch = statedBatchSize(view);
            const std::uint64_t samples = step.samples > 0 ? step.samples : *batch;
            ++summary.steps;
            summary.samples += samples;
            isKnown = isKnown && samples > 0;
            seconds += static_cast<double>(step.end - step.start) * 1e-9;
        }
        summary.stepsSeconds += whole ? whole->seconds() : 0;
    }
    summary.meanStepSeconds = summary.steps > 0 ? seconds / static_cast<double>(summary.steps) : 0;
    if (!isKnown)
        summary.samples = 0;
}

double idleSeconds(const trace::TraceView& view, const trace::ChannelView& channel, Ranges ranges,
                   const std::stop_token& stop)
{
    double seconds = 0;
    for (const trace::TimeRange& range : ranges)
        seconds += IdleTime(channel, range, longestPause(view, channel.info()), stop).seconds();
    return seconds;
}

std::vector<CoreSummary> coresOf(const trace::TraceView& view, Ranges ranges, const std::stop_token& stop)
{
    std::vector<CoreSummary> cores;
    const std::vector<CoreChange> changes = coreChanges(view);
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "cpu.utilization" || info.core < 0)
            continue;
        const auto integral = integralOf(channel, ranges);
        cores.push_back({.core = info.core,
                         .cluster = info.cluster,
                         .utilization = integral.mean(),
                         .idleRatio = integral.coveredSeconds > 0
                                          ? idleSeconds(view, channel, ranges, stop) / integral.coveredSeconds
                                          : 0,
                         .coveredSeconds = integral.coveredSeconds,
                         .online = onlineShare(changes, info.core, hasSample(channel), ranges),
                         .coverage = shareOf(integral.coveredSeconds, ranges)});
    }
    std::stable_sort(cores.begin(), cores.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
    return cores;
}

std::vector<RailSummary> railsOf(const trace::TraceView& view, Ranges ranges)
{
    std::vector<RailSummary> rails;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const trace::ChannelView& channel = view.channels()[i];
        const trace::Channel& info = channel.info();
        if (info.quantity != "rail.power")
            continue;
        const auto integral = integralOf(channel, ranges);
        rails.push_back({.name = titleOf(info),
                         .parent = info.parent,
                         .role = info.role,
                         .joules = integral.value,
                         .meanWatts = integral.mean(),
                         .coveredSeconds = integral.coveredSeconds,
                         .coverage = shareOf(integral.coveredSeconds, ranges),
                         .isMeasured = hasSample(channel),
                         .channel = i});
    }
    markRepeated(view, rails);
    rails = inTreeOrder(rails);
    computeRests(view, ranges, rails);
    return rails;
}

} // namespace

std::uint64_t statedBatchSize(const trace::TraceView& view)
{
    if (view.facts().batchSize == 0)
        return 0;
    std::size_t stating = 0;
    for (std::size_t i = 0; i < view.stepCount(); ++i)
        stating += view.step(i).samples > 0 ? 1 : 0;
    return stating == 0 || 2 * stating >= view.stepCount() ? view.facts().batchSize : 0;
}

std::vector<CoreSummary> coreSummaries(const trace::TraceView& view, trace::TimeRange range,
                                       const std::stop_token& stop)
{
    return coresOf(view, {&range, 1}, stop);
}

std::vector<RailSummary> railSummaries(const trace::TraceView& view, trace::TimeRange range)
{
    return railsOf(view, {&range, 1});
}

std::vector<std::string> systemRails(const std::vector<RailSummary>& rails)
{
    std::vector<std::string> roots;
    std::vector<std::string> system;
    for (const RailSummary& rail : rails) {
        if (!isRoot(rail, rails) || !rail.isMeasured || rail.isRepeated)
            continue;
        roots.push_back(rail.name);
        if (rail.role == "system")
            system.push_back(rail.name);
    }
    if (system.empty())
        return roots;
    const bool hasCarrier = std::find(roots.begin(), roots.end(), kCarrierRail) != roots.end();
    if (hasCarrier && std::find(system.begin(), system.end(), kCarrierRail) == system.end())
        system.emplace_back(kCarrierRail);
    return system;
}

RunWindow runWindow(const trace::TraceView& view, std::size_t skippedSteps)
{
    const std::size_t steps = view.stepCount();
    if (steps == 0)
        return {view.extent(), 0, true};
    const std::size_t skipped = std::min(skippedSteps, steps - 1); // keeps at least one step
    return {{view.step(skipped).start, view.step(steps - 1).end}, skipped, false};
}

RangeSummary summarize(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop)
{
    return summarize(view, std::span(&range, 1), stop);
}

RangeSummary summarize(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                       const std::stop_token& stop)
{
    RangeSummary summary;
    if (ranges.empty())
        return summary;
    summary.range = {ranges.front().begin, ranges.back().end};
    countSteps(view, ranges, summary);
    summary.cores = coresOf(view, ranges, stop);
    summary.cpuUtilization = cpuUtilization(view, summary, ranges);
    summary.gpuUtilization = meanOf(view, "gpu.utilization", ranges);
    summary.peakMemoryBytes = peakOf(view, "memory.used", ranges);
    summary.peakProcessBytes = peakOf(view, "memory.process", ranges);
    summary.tensors = tensorsOf(view, ranges);
    summary.rails = railsOf(view, ranges);
    sumSystem(view, ranges, summary);
    return summary;
}

} // namespace stepscope::analysis
