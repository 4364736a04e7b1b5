#include "analysis/energy/attribution.h"

#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stop_token>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::string_view kRailPower = "rail.power";
constexpr std::array<std::string_view, 4> kQuantities{kRailPower, "cpu.process", "cpu.utilization", "gpu.utilization"};

trace::ChannelView::Integral integralOver(const trace::ChannelView& channel,
                                          std::span<const trace::TimeRange> stretches)
{
    trace::ChannelView::Integral sum;
    for (const trace::TimeRange& stretch : stretches) {
        const auto part = channel.integral(stretch);
        sum.value += part.value;
        sum.coveredSeconds += part.coveredSeconds;
    }
    return sum;
}

/// Share of the samples' windows that lies outside of the stretches, see sampleRows().
double outsideShare(const OccupancyRows& rows, std::size_t groupCount)
{
    double outside = 0;
    double all = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all += rows.weights[i];
        for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
            outside += rows.groups[k] == groupCount ? static_cast<double>(rows.shares[k]) * rows.weights[i] : 0;
    }
    return all > 0 ? outside / all : 0;
}

/// The reason why an account does not close; empty when it does.
std::string closureWarningOf(const ChannelAccount& account, double seconds, double outside)
{
    constexpr double kTolerance = 0.02;
    if (!account.reason.empty() || std::abs(account.unattributed()) <= kTolerance * account.integral)
        return {};
    const double gap = seconds - account.coveredSeconds;
    if (gap > kTolerance / 2 * seconds)
        return "in " + durationText(gap) + " of " + durationText(seconds) +
               " there are no samples: the measured integral lacks the ops of that time";
    if (outside > kTolerance / 2)
        return "the steps with ops are separated, and " + percentText(outside) +
               " of their samples' time lies between them: record more consecutive steps, or sample faster";
    return "the figures are based on " + countText(account.samples) + " samples, of whose variance the ops explain " +
           percentText(account.explained) + ": record more steps with ops, or sample faster";
}

Estimate scaled(const Estimate& estimate, double factor)
{
    return {estimate.value * factor, estimate.low * factor, estimate.high * factor};
}

void applyFit(const OccupancyFit& fit, const SelfTimeTrace& selfTimes, double seconds, ChannelAccount& account)
{
    account.reason = fit.reason;
    account.explained = fit.explained;
    if (!fit.reason.empty())
        return;
    for (std::size_t i = 0; i < selfTimes.groups.size(); ++i) {
        if (fit.groups[i])
            account.ops[i].regression = scaled(*fit.groups[i], selfTimes.groups[i].seconds);
        account.opsSum += fit.guesses[i] * selfTimes.groups[i].seconds;
    }
    if (fit.idle)
        account.idle = scaled(*fit.idle, seconds);
    account.idleSum = fit.guessedIdle * seconds;
}

/// Computes the accounts of channels for the same ops.
class ChannelAccounting
{
public:
    ChannelAccounting(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                      const SelfTimeTrace& selfTimes, double seconds, std::span<const ChannelAccount> fittedAccounts,
                      const std::stop_token& stop)
        : m_view(view)
        , m_stretches(stretches)
        , m_selfTimes(selfTimes)
        , m_seconds(seconds)
        , m_fittedAccounts(fittedAccounts)
        , m_stop(stop)
        , m_sensors(view, stretches, selfTimes)
    {}
    ChannelAccount account(const trace::ChannelView& channel)
    {
        const trace::Channel& info = channel.info();
        ChannelAccount account;
        account.channel = info.name;
        account.rail = info.rail;
        account.quantity = info.quantity;
        account.ops.resize(m_selfTimes.groups.size());
        const Sensor sensor = sensorFor(channel);
        account.isFitted = sensor.isFitted;
        const OccupancyRows rows = sampleRows(m_view, channel, m_stretches, sensor, m_selfTimes.intervals,
                                              m_selfTimes.groups.size(), m_selfTimes.weight);
        account.sensor = sensor;
        account.samples = rows.size();
        account.lagSeconds = static_cast<double>(sensor.lag) * 1e-9;
        account.windowSeconds =
            static_cast<double>(sensor.window > 0 ? sensor.window : samplingPeriod(m_view, info)) * 1e-9;
        const auto measured = integralOver(channel, m_stretches);
        account.integral = measured.value;
        account.coveredSeconds = measured.coveredSeconds;
        applyFit(fitOccupancy(rows, m_stop), m_selfTimes, m_seconds, account);
        account.closureWarning = closureWarningOf(account, m_seconds, outsideShare(rows, m_selfTimes.groups.size()));
        const std::vector<double> timing = timingAssociation(channel, longestPause(m_view, info), m_selfTimes);
        for (std::size_t i = 0; i < timing.size(); ++i)
            account.ops[i].timing = timing[i] * m_selfTimes.weight;
        return account;
    }

private:
    Sensor sensorFor(const trace::ChannelView& channel)
    {
        const trace::Channel& info = channel.info();
        for (const ChannelAccount& account : m_fittedAccounts) {
            if (account.channel == info.name && account.quantity == info.quantity)
                return account.sensor;
        }
        return m_sensors.find(channel);
    }

    const trace::TraceView& m_view;
    std::span<const trace::TimeRange> m_stretches;
    const SelfTimeTrace& m_selfTimes;
    double m_seconds;
    std::span<const ChannelAccount> m_fittedAccounts;
    const std::stop_token& m_stop;
    SensorFinder m_sensors;
};

} // namespace

std::vector<ChannelAccount> accountsOf(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                                       const SelfTimeTrace& selfTimes, double seconds,
                                       std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop,
                                       const std::string& onlyRail)
{
    std::vector<ChannelAccount> accounts;
    ChannelAccounting accounting(view, stretches, selfTimes, seconds, fittedAccounts, stop);
    for (const std::string_view quantity : kQuantities) {
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity != quantity || stop.stop_requested())
                continue;
            if (!onlyRail.empty() && (quantity != kRailPower || titleOf(channel.info()) != onlyRail))
                continue;
            accounts.push_back(accounting.account(channel));
        }
    }
    return accounts;
}

Attribution attributeToGroups(const trace::TraceView& view, trace::TimeRange range, GroupBy by,
                              std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop,
                              const std::string& onlyRail)
{
    Attribution attribution;
    const std::vector<trace::TimeRange> stretches = stretchesWithOps(view, range);
    for (const trace::TimeRange& stretch : stretches)
        attribution.seconds += stretch.seconds();
    const SelfTimeTrace selfTimes = selfTimeIn(view, stretches, by, kMaxOpGroups, stop);
    attribution.groups = selfTimes.groups;
    attribution.kernelsAreInOps = selfTimes.kernelsAreInOps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount() && view.step(i).start < range.end; ++i)
        attribution.steps += (view.step(i).flags & format::Step::kTraced) != 0 ? 1 : 0;
    if (selfTimes.intervals.empty()) {
        attribution.reason = "no ops were recorded in the window: record some steps with --ops";
        return attribution;
    }
    attribution.channels = accountsOf(view, stretches, selfTimes, attribution.seconds, fittedAccounts, stop, onlyRail);
    if (attribution.channels.empty())
        attribution.reason = "the recording has no channel of power or utilization";
    return attribution;
}

namespace {

constexpr double kNsToSeconds = 1e-9;
constexpr std::size_t kReadBatch = 64; ///< samples
constexpr std::size_t kKept = 256;     ///< segments, few enough for the first-level cache

/// The integral of a channel over time, as one parabola between each two samples. An interval costs a few
/// multiplications.
class RunningIntegral
{
public:
    RunningIntegral(const trace::ChannelView& channel, std::int64_t longestPause, std::int64_t from)
        : m_channel(channel)
        , m_longestPause(longestPause)
        , m_holds(channel.info().covers == trace::Channel::Covers::Interval)
    {
        const std::size_t lower = channel.lowerBound(from);
        m_next = lower > 0 ? lower - 1 : 0;
        if (m_next < channel.size()) {
            m_segments.push_back({.begin = channel.time(m_next)});
            m_value = channel.value(m_next++);
        }
    }
    /// Adds the integral over each interval to its group's sum. Intervals are in order of begin. Both intervals and
    /// samples are read once, in the order of memory, since memory accesses dominate the cost.
    void addTo(std::span<const SelfTimeInterval> intervals, std::span<double> sums)
    {
        if (m_segments.empty())
            return;
        auto interval = intervals.begin();
        for (const std::int64_t first = m_segments.front().begin;
             interval != intervals.end() && interval->begin < first; ++interval)
            sums[interval->group] += interval->end > first ? across(0, {first, interval->end}) : 0;
        while (interval != intervals.end()) {
            readUntil(interval->begin + 1);
            while (m_current + 1 < m_segments.size() && m_segments[m_current + 1].begin <= interval->begin)
                ++m_current;
            dropPassed();
            // Most intervals are shorter than the time between two samples and need this segment only.
            const Segment segment = m_segments[m_current];
            const std::int64_t reach = m_current + 1 < m_segments.size() ? m_segments[m_current + 1].begin : INT64_MAX;
            for (; interval != intervals.end() && interval->begin < reach; ++interval) {
                sums[interval->group] += interval->end <= reach ? segment.between(interval->begin, interval->end)
                                                                : across(m_current, {interval->begin, interval->end});
            }
        }
    }

private:
    struct Segment
    {
        std::int64_t begin = 0; ///< ns
        double value = 0;       ///< at `begin`, unit x s per ns
        double halfSlope = 0;   ///< half of the slope, per ns
        double before = 0;      ///< integral up to `begin`

        [[nodiscard]] double until(std::int64_t time) const
        {
            const auto since = static_cast<double>(time - begin);
            return before + (value + halfSlope * since) * since;
        }
        [[nodiscard]] double between(std::int64_t from, std::int64_t to) const
        {
            const auto sum = static_cast<double>((from - begin) + (to - begin));
            return (value + halfSlope * sum) * static_cast<double>(to - from);
        }
    };

    /// Afterwards the last segment begins at or after this time, or at the last sample.
    void readUntil(std::int64_t time)
    {
        while (m_next < m_channel.size() && m_segments.back().begin < time) {
            const std::size_t end = std::min(m_next + kReadBatch, m_channel.size());
            for (; m_next < end; ++m_next)
                readSample();
        }
    }
    void readSample()
    {
        Segment& segment = m_segments.back();
        const std::int64_t nextTime = m_channel.time(m_next);
        const double next = m_channel.value(m_next);
        const std::int64_t length = nextTime - segment.begin;
        if (std::isfinite(next) && (m_holds || std::isfinite(m_value)) && length > 0 && length <= m_longestPause) {
            const double from = m_holds ? next : m_value;
            segment.value = from * kNsToSeconds;
            segment.halfSlope = (next - from) / (2 * static_cast<double>(length)) * kNsToSeconds;
        }
        const double sum = segment.until(nextTime);
        m_segments.push_back({.begin = nextTime, .before = sum});
        m_value = next;
    }
    /// Later intervals begin in the current segment or after it.
    void dropPassed()
    {
        if (m_current < kKept || 2 * m_current < m_segments.size())
            return;
        m_segments.erase(m_segments.begin(), m_segments.begin() + static_cast<std::ptrdiff_t>(m_current));
        m_current = 0;
    }
    /// Integral over a range that begins in the segment `first`.
    [[nodiscard]] double across(std::size_t first, trace::TimeRange range)
    {
        readUntil(range.end);
        constexpr std::size_t kNear = 8;
        std::size_t last = first;
        const std::size_t near = std::min(first + kNear, m_segments.size() - 1);
        while (last < near && m_segments[last + 1].begin <= range.end)
            ++last;
        if (last == first + kNear)
            last = static_cast<std::size_t>(std::upper_bound(m_segments.begin() + static_cast<std::ptrdiff_t>(last),
                                                             m_segments.end(), range.end,
                                                             [](std::int64_t time, const Segment& segment) {
                                                                 return time < segment.begin;
                                                             }) -
                                            m_segments.begin()) -
                   1;
        return m_segments[last].until(range.end) - m_segments[first].until(range.begin);
    }

    const trace::ChannelView& m_channel;
    std::int64_t m_longestPause;
    bool m_holds;
    std::vector<Segment> m_segments; ///< the last one has no value yet
    double m_value = 0;              ///< of the sample at which the last segment begins
    std::size_t m_next = 0;          ///< index of the next sample to read
    std::size_t m_current = 0;       ///< segment in which the latest interval began
};

} // namespace

std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause,
                                      const SelfTimeTrace& selfTimes)
{
    std::vector<double> sums(selfTimes.groups.size(), 0);
    if (selfTimes.intervals.empty())
        return sums;
    RunningIntegral integral(channel, longestPause, selfTimes.intervals.front().begin);
    integral.addTo(selfTimes.intervals, sums);
    return sums;
}

} // namespace stepscope::analysis
