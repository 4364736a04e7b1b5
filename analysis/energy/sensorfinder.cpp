#include "analysis/energy/attributedops.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <stop_token>
#include <tuple>
#include <utility>

/// Which channels have a sensor that is fitted to the ops, and which of them share a fit.
namespace stepscope::analysis {
namespace {

constexpr std::int64_t kLongestSearch = 3000; ///< sampling periods in which ops are considered

} // namespace

Sensor SensorFinder::find(const trace::ChannelView& channel)
{
    const trace::Channel& info = channel.info();
    Sensor described = describedSensor(m_view, info);
    if (!described.isLagKnown || described.update > 0)
        findUpdates(m_view, channel, described);
    if (!isFittedToOps(described) || (described.isLagKnown && described.updatePhaseError == 0))
        return described;
    // The lag after an update contains the error of the updates' phase, which differs between channels.
    if (described.update > 0)
        return fittedSensor(m_view, channel, m_stretches, m_selfTimes, described, m_stop);
    const auto [fitted, isNew] =
        m_fitted.try_emplace(std::make_tuple(info.source, info.quantity, described.window), described);
    if (isNew)
        fitted->second =
            fittedSensor(m_view, channel, m_stretches, m_selfTimes, described, m_stop, siblingsOf(channel, described));
    return fitted->second;
}

std::vector<const trace::ChannelView*> SensorFinder::siblingsOf(const trace::ChannelView& channel,
                                                                const Sensor& described) const
{
    const trace::Channel& info = channel.info();
    std::vector<const trace::ChannelView*> siblings;
    for (const trace::ChannelView& other : m_view.channels()) {
        Sensor sensor = describedSensor(m_view, other.info());
        if (other.info().source != info.source || other.info().quantity != info.quantity ||
            sensor.window != described.window || other.info().name == info.name)
            continue;
        findUpdates(m_view, other, sensor);
        if (!sensor.isLagKnown && sensor.update == 0)
            siblings.push_back(&other);
    }
    return siblings;
}

std::vector<NamedSensor> findSensors(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop)
{
    std::vector<NamedSensor> sensors;
    std::vector<const trace::ChannelView*> candidates;
    std::int64_t period = 0;
    for (const trace::ChannelView& channel : view.channels()) {
        if (!followsSteps(channel.info()) || !isFittedToOps(describedSensor(view, channel.info())))
            continue;
        candidates.push_back(&channel);
        period = std::max(period, samplingPeriod(view, channel.info()));
    }
    if (candidates.empty())
        return sensors;
    std::vector<trace::TimeRange> stretches;
    std::int64_t left = std::max<std::int64_t>(period, 1) * kLongestSearch;
    for (trace::TimeRange stretch : stretchesWithOps(view, range)) {
        stretch.end = std::min(stretch.end, stretch.begin + left);
        left -= stretch.duration();
        if (stretch.isEmpty())
            break;
        stretches.push_back(stretch);
    }
    stretches = evenPart(view, std::move(stretches));
    const SelfTimeTrace selfTimes = selfTimeIn(view, stretches, GroupBy::Op, stop);
    if (selfTimes.intervals.empty())
        return sensors;
    SensorFinder finder(view, stretches, selfTimes, stop);
    for (const trace::ChannelView* channel : candidates) {
        if (stop.stop_requested())
            break;
        sensors.push_back({channel->info().name, channel->info().quantity, finder.find(*channel)});
    }
    return sensors;
}

} // namespace stepscope::analysis
