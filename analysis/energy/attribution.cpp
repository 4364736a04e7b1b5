#include "analysis/energy/attribution.h"

#include "analysis/energy/attributedops.h"
#include "analysis/energy/groupsums.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/parallel.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
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

/// The reason why an account does not close; empty when it does. `isPart`: the powers come from a part of the time.
Message closureWarningOf(const ChannelAccount& account, double seconds, bool isPart)
{
    constexpr double kTolerance = 0.02;
    if (!account.reason.empty() || std::abs(account.unattributed()) <= kTolerance * account.integral)
        return {};
    const double gap = seconds - account.coveredSeconds;
    if (gap > kTolerance / 2 * seconds)
        return translatable("Energy",
                            "in %1 of %2 there are no samples: the measured integral lacks the ops of that time")
            .arg(durationText(gap))
            .arg(durationText(seconds));
    if (isPart)
        return translatable("Energy", "the powers come from a part of the time, which lacks some ops or in which power "
                                      "was different: select a shorter range");
    if (account.outsideShare > kTolerance / 2)
        return translatable("Energy", "the steps with ops are separated, and %1 of their samples' time lies between "
                                      "them: record more consecutive steps, or sample faster")
            .arg(percentText(account.outsideShare));
    return translatable("Energy", "the figures are based on %1 samples, of whose variance the ops explain %2: record "
                                  "more steps with ops, or sample faster")
        .arg(countText(account.samples))
        .arg(percentText(account.explained));
}

/// The step to which the samples are rounded: the usual distance of neighbouring values where there are many samples of
/// each value; 0 where values are finer. A header's resolution may be that of one factor of the power.
double roundingStep(std::vector<double> values)
{
    constexpr std::size_t kSamplesPerValue = 8;
    std::sort(values.begin(), values.end());
    std::vector<double> distances;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i] > values[i - 1])
            distances.push_back(values[i] - values[i - 1]);
    }
    return distances.empty() || distances.size() * kSamplesPerValue > values.size() ? 0 : median(std::move(distances));
}

/// Fits the powers of columns on one channel.
class ChannelFit
{
public:
    ChannelFit(const AccountInput& input, const trace::ChannelView& channel, const std::stop_token& stop)
        : m_input(input)
        , m_channel(channel)
        , m_fitsUntraced(input.fitsUntraced(channel))
        , m_ops(input.fittedOps(m_fitsUntraced))
        , m_ramps(channel.info().quantity == kRailPower ? rampsOf(input.kinds) : std::vector<std::uint32_t>{})
        , m_stop(stop)
    {}
    void fit(const Sensor& sensor, ChannelAccount& account) const
    {
        const OccupancyRows rows = rowsOf(m_ops, sensor);
        account.samples = rows.size();
        account.outsideShare = rows.unknownShare();
        OccupancyRows misplaced;
        if (!m_input.projection.stretches.empty() && !m_fitsUntraced)
            misplaced = rowsOf(m_input.fittedOps(true), sensor);
        auto fit =
            std::make_shared<OccupancyFit>(fitOccupancy(rows, m_input.kinds, misplaced, m_stop, noisyIntervals()));
        if (!fit->powers.empty())
            fit->addQuantization(std::max(m_channel.info().resolution.value_or(0), roundingStep(rows.values)));
        if (sensor.isFitted && !fit->powers.empty())
            addSensorErrors(sensor, rows, *fit);
        account.fit = std::move(fit);
    }

private:
    /// Counters have no noise of their own, and projected intervals are no instances.
    [[nodiscard]] std::span<const SelfTimeInterval> noisyIntervals() const
    {
        const bool isCounter = m_channel.info().covers == trace::Channel::Covers::Interval;
        return isCounter || m_fitsUntraced ? std::span<const SelfTimeInterval>() : m_ops.selfTimes.intervals;
    }
    [[nodiscard]] OccupancyRows rowsOf(const FittedOps& ops, const Sensor& sensor) const
    {
        return sampleRows(m_input.view, m_channel, ops.stretches, sensor, ops.selfTimes.intervals, m_input.kinds.size(),
                          ops.selfTimes.weight, SIZE_MAX, m_ramps);
    }
    /// Widens the intervals by what a standard error of the sensor's lag and of its window change. `rows`: the fitted
    /// ones.
    void addSensorErrors(const Sensor& sensor, const OccupancyRows& rows, OccupancyFit& fit) const
    {
        std::vector<double> powers;
        Sensor late = sensor;
        late.lag += std::llround(sensor.lagError);
        Sensor longer = sensor;
        longer.window += std::llround(sensor.windowError);
        longer.lag -= std::llround(sensor.windowError / 2);
        for (const Sensor& changed : {late, longer}) {
            if (m_stop.stop_requested() || (changed.lag == sensor.lag && changed.window == sensor.window))
                continue;
            if (powers.empty())
                powers = occupancyPowers(rows, m_input.kinds, fit, noisyIntervals());
            std::vector<double> deviation =
                occupancyPowers(rowsOf(m_ops, changed), m_input.kinds, fit, noisyIntervals());
            for (std::size_t i = 0; i < deviation.size(); ++i)
                deviation[i] -= powers[i];
            fit.addUncertainty(deviation);
        }
    }

    const AccountInput& m_input;
    const trace::ChannelView& m_channel;
    bool m_fitsUntraced;
    FittedOps m_ops;
    std::vector<std::uint32_t> m_ramps; ///< of power; utilization has no course within an op, and half of the columns
    const std::stop_token& m_stop;
};

/// Computes the accounts of channels for the same ops.
class ChannelAccounting
{
public:
    ChannelAccounting(const AccountInput& input, std::span<const ChannelAccount> fittedAccounts,
                      const std::stop_token& stop)
        : m_input(input)
        , m_fittedAccounts(fittedAccounts)
        , m_stop(stop)
        , m_sensors(input.view, input.ops.stretches, input.ops.selfTimes, stop)
        , m_untracedSensors(input.view, input.projection.stretches, input.projection.selfTimes, stop)
        , m_seconds(secondsOf(input.accounted()))
    {}
    /// `timing`: by group.
    [[nodiscard]] ChannelAccount account(const trace::ChannelView& channel, const Sensor& sensor,
                                         std::span<const double> timing) const
    {
        const trace::Channel& info = channel.info();
        ChannelAccount account;
        account.channel = info.name;
        account.rail = info.rail;
        account.quantity = info.quantity;
        account.ops.resize(m_input.accountedTimes().groups.size());
        account.sensor = sensor;
        takeFit(channel, account);
        const std::int64_t window = account.sensor.window;
        account.isFitted = account.sensor.isFitted && !account.sensor.isLagKnown;
        account.lagSeconds = static_cast<double>(account.sensor.lag) * 1e-9;
        account.windowSeconds = static_cast<double>(window > 0 ? window : samplingPeriod(m_input.view, info)) * 1e-9;
        const auto measured = integralOver(channel, m_input.accounted());
        account.integral = measured.value;
        account.coveredSeconds = measured.coveredSeconds;
        const bool isPart = !m_input.isUntraced && m_input.ops.isPart();
        GroupSums(m_input, m_seconds, account)
            .compute(isPart ? std::optional(integralOver(channel, m_input.ops.stretches)) : std::nullopt);
        account.closureWarning = closureWarningOf(account, m_seconds, isPart);
        for (std::size_t i = 0; i < timing.size(); ++i)
            account.ops[i].timing = timing[i];
        return account;
    }
    /// Not safe on several threads: sensors of a kind share a search.
    Sensor findSensor(const trace::ChannelView& channel)
    {
        if (const ChannelAccount* fitted = fittedAccount(channel))
            return fitted->sensor;
        return (m_input.fitsUntraced(channel) ? m_untracedSensors : m_sensors).find(channel);
    }

private:
    [[nodiscard]] const ChannelAccount* fittedAccount(const trace::ChannelView& channel) const
    {
        const trace::Channel& info = channel.info();
        const auto fitted =
            std::find_if(m_fittedAccounts.begin(), m_fittedAccounts.end(), [&](const ChannelAccount& known) {
                return known.channel == info.name && known.quantity == info.quantity;
            });
        return fitted != m_fittedAccounts.end() ? &*fitted : nullptr;
    }
    void takeFit(const trace::ChannelView& channel, ChannelAccount& account) const
    {
        const ChannelAccount* const fitted = fittedAccount(channel);
        if (fitted != nullptr && fitted->fit && fitted->fit->powers.size() == m_input.kinds.size() + 1) {
            account.fit = fitted->fit;
            account.samples = fitted->samples;
            account.outsideShare = fitted->outsideShare;
        } else {
            ChannelFit(m_input, channel, m_stop).fit(account.sensor, account);
        }
    }

    const AccountInput& m_input;
    std::span<const ChannelAccount> m_fittedAccounts;
    const std::stop_token& m_stop;
    SensorFinder m_sensors;
    SensorFinder m_untracedSensors;
    double m_seconds;
};

bool isAsked(const trace::Channel& channel, const AskedChannels& asked)
{
    if (channel.quantity != kRailPower)
        return !asked.railsOnly && asked.rail.empty();
    return asked.rail.empty() || titleOf(channel) == asked.rail;
}

/// The channels of power and utilization in the order of their accounts.
std::vector<trace::ChannelView> channelsWithAccounts(const trace::TraceView& view, const AskedChannels& asked)
{
    std::vector<trace::ChannelView> channels;
    for (const std::string_view quantity : kQuantities) {
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity == quantity && isAsked(channel.info(), asked))
                channels.push_back(channel);
        }
    }
    return channels;
}

/// `channels` are channelsWithAccounts().
std::vector<ChannelAccount> accountsOf(const AccountInput& input, std::span<const trace::ChannelView> channels,
                                       std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop,
                                       const AskedChannels& asked)
{
    ChannelAccounting accounting(input, fittedAccounts, stop);
    std::vector<Sensor> sensors;
    for (const trace::ChannelView& channel : channelsWithAccounts(input.view, {})) {
        const bool isOfAccount = isAsked(channel.info(), asked);
        // Rails share a search, so the sensor of one rail depends on those before it.
        if (stop.stop_requested() || (!isOfAccount && (channel.info().quantity != kRailPower || !sensors.empty())))
            continue;
        const Sensor sensor = accounting.findSensor(channel);
        if (isOfAccount)
            sensors.push_back(sensor);
    }
    if (stop.stop_requested())
        return {};
    std::vector<ChannelAccount> accounts(channels.size());
    forEachInParallel(channels.size(), [&](std::size_t i) {
        if (stop.stop_requested())
            return;
        if (!input.isUntraced) {
            accounts[i] = accounting.account(channels[i], sensors[i], input.ops.timing[i]);
            return;
        }
        const SelfTimeTrace& selfTimes = input.projection.selfTimes;
        std::vector<double> timing =
            timingAssociation(channels[i], longestPause(input.view, channels[i].info()), selfTimes);
        for (double& consumption : timing)
            consumption *= selfTimes.weight;
        accounts[i] = accounting.account(channels[i], sensors[i], timing);
    });
    if (stop.stop_requested())
        return {};
    return accounts;
}

std::size_t tracedStepsIn(const trace::TraceView& view, trace::TimeRange range)
{
    std::size_t steps = 0;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount() && view.step(i).start < range.end; ++i)
        steps += (view.step(i).flags & format::Step::kTraced) != 0 ? 1 : 0;
    return steps;
}

Message noChannels()
{
    return translatable("Energy", "the recording has no channel of power or utilization");
}

} // namespace

Attribution attributeToGroups(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, GroupBy by,
                              std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop,
                              const AskedChannels& asked, std::size_t maximumSpans)
{
    Attribution attribution;
    const std::vector<trace::ChannelView> channels = channelsWithAccounts(view, asked);
    const AttributedOps ops = attributedOps(view, ranges, by, kMaxOpGroups, channels, stop, maximumSpans);
    attribution.seconds = secondsOf(ops.all);
    attribution.usedSeconds = secondsOf(ops.stretches);
    attribution.groups = ops.selfTimes.groups;
    attribution.kernelsAreInOps = ops.selfTimes.kernelsAreInOps;
    for (const trace::TimeRange& range : ranges)
        attribution.steps += tracedStepsIn(view, range);
    if (ops.selfTimes.intervals.empty()) {
        attribution.reason = translatable("Energy", "no ops were recorded in the window: record some steps with --ops");
        return attribution;
    }
    const bool isFitted = by != GroupBy::Module && !fittedAccounts.empty() && fittedAccounts.front().fit;
    const TracedOpProjection projection = isFitted ? TracedOpProjection{} : projectTracedOps(view, ranges, ops, stop);
    attribution.channels =
        accountsOf({view, ops, projection, ops.selfTimes.kinds(), false}, channels, fittedAccounts, stop, asked);
    if (attribution.channels.empty())
        attribution.reason = noChannels();
    return attribution;
}

namespace {

Estimate scaledBy(double factor, const Estimate& estimate)
{
    return {estimate.value * factor, estimate.low * factor, estimate.high * factor};
}

/// Scales the figures of the ops, which come from some of the steps, to all of them. The integral is that of all steps.
void extendToAllSteps(const trace::TraceView& view, const TracedOpProjection& projection, Attribution& attribution)
{
    const double used = secondsOf(projection.stretches);
    const double factor = used > 0 ? secondsOf(projection.all) / used : 1;
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
        for (JointConsumption& joint : account.joints)
            joint.sum = scaledBy(factor, joint.sum);
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
            account.closureWarning =
                translatable("Energy", "the figures come from %1 of %2 steps, which differ from the others")
                    .arg(countText(projection.usedSteps))
                    .arg(countText(projection.steps));
    }
}

} // namespace

UntracedAttribution attributeUntraced(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                      std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop)
{
    UntracedAttribution result;
    Attribution& attribution = result.attribution;
    const AttributedOps ops = attributedOps(view, ranges, GroupBy::Op, kMaxOpGroups, {}, stop);
    const TracedOpProjection projection = projectTracedOps(view, ranges, ops, stop);
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
    attribution.usedSeconds = secondsOf(projection.stretches);
    attribution.channels = accountsOf({view, ops, projection, ops.selfTimes.kinds(), true},
                                      channelsWithAccounts(view, {}), fittedAccounts, stop, {});
    result.usedSteps = projection.usedSteps;
    if (projection.usedSteps < projection.steps)
        extendToAllSteps(view, projection, attribution);
    if (attribution.channels.empty())
        attribution.reason = noChannels();
    return result;
}

} // namespace stepscope::analysis
