#include "analysis/metrics/metrics.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
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

/// Uses mean power, since rails may be measured for different parts of the range.
void computeRests(std::vector<RailSummary>& rails)
{
    for (RailSummary& rail : rails) {
        double below = 0;
        bool hasMeasuredChild = false;
        for (const RailSummary& other : rails) {
            if (other.parent != rail.name || &other == &rail || other.coveredSeconds <= 0)
                continue;
            below += other.meanWatts;
            hasMeasuredChild = true;
        }
        if (hasMeasuredChild && rail.coveredSeconds > 0)
            rail.restWatts = rail.meanWatts - below;
    }
}

std::optional<double> meanOf(const trace::TraceView& view, std::string_view quantity, trace::TimeRange range)
{
    const auto* channel = findChannel(view, quantity);
    if (!channel)
        return std::nullopt;
    const auto integral = channel->integral(range);
    return integral.coveredSeconds > 0 ? std::optional(integral.mean()) : std::nullopt;
}

std::optional<double> peakOf(const trace::TraceView& view, std::string_view quantity, trace::TimeRange range)
{
    const auto* channel = findChannel(view, quantity);
    if (!channel)
        return std::nullopt;
    const auto extremes = channel->extremes(channel->lowerBound(range.begin), channel->lowerBound(range.end));
    return extremes.samples > 0 ? std::optional(extremes.max) : std::nullopt;
}

/// Equation 2. Without channels of single cores, the channel of all cores.
std::optional<double> cpuUtilization(const trace::TraceView& view, const RangeSummary& summary)
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
    return summary.cores.empty() ? meanOf(view, "cpu.utilization", summary.range) : std::nullopt;
}

void sumSystem(RangeSummary& summary)
{
    const auto system = systemRails(summary.rails);
    double joules = 0;
    double watts = 0;
    double coverage = system.empty() ? 0 : 1;
    for (const RailSummary& rail : summary.rails) {
        if (std::find(system.begin(), system.end(), rail.name) == system.end())
            continue;
        joules += rail.joules;
        watts += rail.meanWatts;
        coverage = std::min(coverage, rail.coverage);
    }
    if (!(coverage > 0))
        return;
    summary.systemJoules = joules;
    summary.systemWatts = watts;
    summary.systemCoverage = coverage;
}

double shareOf(double seconds, trace::TimeRange range)
{
    return range.isEmpty() ? 0 : std::clamp(seconds / range.seconds(), 0.0, 1.0);
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

/// Without an event, a core with samples was online all the time.
std::optional<double> onlineShare(const std::vector<CoreChange>& changes, int core, bool hasSamples,
                                  trace::TimeRange range)
{
    const auto isOfCore = [core](const CoreChange& change) { return change.core == core; };
    const auto first = std::find_if(changes.begin(), changes.end(), isOfCore);
    if ((first == changes.end() && !hasSamples) || range.isEmpty())
        return std::nullopt;
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
    return shareOf(static_cast<double>(online) * 1e-9, range);
}

bool hasSample(const trace::ChannelView& channel)
{
    return channel.bounds(0, channel.size()).any;
}

void countSteps(const trace::TraceView& view, RangeSummary& summary)
{
    double seconds = 0;
    for (std::size_t i = view.stepLowerBound(summary.range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= summary.range.end)
            break;
        if (step.start < summary.range.begin || step.end > summary.range.end)
            continue;
        ++summary.steps;
        seconds += static_cast<double>(step.end - step.start) * 1e-9;
    }
    summary.meanStepSeconds = summary.steps > 0 ? seconds / static_cast<double>(summary.steps) : 0;
}

} // namespace

std::vector<CoreSummary> coreSummaries(const trace::TraceView& view, trace::TimeRange range,
                                       const std::stop_token& stop)
{
    std::vector<CoreSummary> cores;
    const std::vector<CoreChange> changes = coreChanges(view);
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "cpu.utilization" || info.core < 0)
            continue;
        const auto integral = channel.integral(range);
        cores.push_back({.core = info.core,
                         .cluster = info.cluster,
                         .utilization = integral.mean(),
                         .idleRatio = integral.coveredSeconds > 0
                                          ? IdleTime(channel, range, longestPause(view, info), stop).seconds() /
                                                integral.coveredSeconds
                                          : 0,
                         .coveredSeconds = integral.coveredSeconds,
                         .online = onlineShare(changes, info.core, hasSample(channel), range),
                         .coverage = shareOf(integral.coveredSeconds, range)});
    }
    std::stable_sort(cores.begin(), cores.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
    return cores;
}

std::vector<RailSummary> railSummaries(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<RailSummary> rails;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "rail.power")
            continue;
        const auto integral = channel.integral(range);
        rails.push_back({.name = titleOf(info),
                         .parent = info.parent,
                         .role = info.role,
                         .joules = integral.value,
                         .meanWatts = integral.mean(),
                         .coveredSeconds = integral.coveredSeconds,
                         .coverage = shareOf(integral.coveredSeconds, range),
                         .isMeasured = hasSample(channel)});
    }
    rails = inTreeOrder(rails);
    computeRests(rails);
    return rails;
}

std::vector<std::string> systemRails(const std::vector<RailSummary>& rails)
{
    std::vector<std::string> roots;
    std::vector<std::string> system;
    for (const RailSummary& rail : rails) {
        if (!isRoot(rail, rails) || !rail.isMeasured)
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
    RangeSummary summary;
    summary.range = range;
    countSteps(view, summary);
    summary.cores = coreSummaries(view, range, stop);
    summary.cpuUtilization = cpuUtilization(view, summary);
    summary.gpuUtilization = meanOf(view, "gpu.utilization", range);
    summary.peakMemoryBytes = peakOf(view, "memory.used", range);
    summary.peakProcessBytes = peakOf(view, "memory.process", range);
    summary.tensors = TensorMemory(view).of(range);
    summary.rails = railSummaries(view, range);
    sumSystem(summary);
    return summary;
}

} // namespace stepscope::analysis
