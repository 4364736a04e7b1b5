#include "analysis/energy/attribution.h"

#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
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

} // namespace stepscope::analysis
