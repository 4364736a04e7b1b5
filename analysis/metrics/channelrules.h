#pragma once

#include "analysis/trace/traceview.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

/// Rules about channels and lanes that several analyses share.
namespace stepscope::analysis {

/// The name under which a channel's figures are listed: for power the rail's name (voltage and current of the rail have
/// names of their own), else the channel's name.
inline const std::string& titleOf(const trace::Channel& channel)
{
    return channel.quantity == "rail.power" && !channel.rail.empty() ? channel.rail : channel.name;
}

/// Whether the channel is power or utilization, which repeat from step to step. Temperatures and memory drift, so that
/// distant steps differ in them without being outliers.
inline bool followsSteps(const trace::Channel& info)
{
    return info.quantity == "rail.power" || info.quantity == "cpu.utilization" || info.quantity == "cpu.process" ||
           info.quantity == "gpu.utilization";
}

/// Nominal time between two samples of a channel, ns; 0 = not known.
inline std::int64_t samplingPeriod(const trace::TraceView& view, const trace::Channel& channel)
{
    return channel.periodNs.value_or(view.header().periodNs);
}

/// The longest time between two samples, ns, over which values are interpolated; a longer one is a gap without data.
/// ChannelView::integral applies the same rule to channels that state a period, and has no gaps of this kind in others.
inline std::int64_t longestPause(const trace::TraceView& view, const trace::Channel& channel)
{
    constexpr std::int64_t kPeriods = 20;
    const std::int64_t period = samplingPeriod(view, channel);
    const bool bounded = period > 0 && period <= std::numeric_limits<std::int64_t>::max() / kPeriods;
    return bounded ? period * kPeriods : std::numeric_limits<std::int64_t>::max();
}

/// Whether the time between two adjacent samples of these values counts for an integral, as ChannelView::integral()
/// decides. `longest`: longestPause(), ns.
inline bool isCovered(trace::Channel::Covers covers, std::int64_t longest, std::int64_t length, double before,
                      double after)
{
    return length > 0 && length <= longest && std::isfinite(after) &&
           (covers == trace::Channel::Covers::Interval || std::isfinite(before));
}

/// The rails for which a self-test of the device would tell something new: nothing states over what time their samples
/// are means, neither the driver nor a self-test. None after a self-test: the others did not follow its load.
inline std::vector<std::string> railsForSelfTest(const std::vector<trace::Channel>& channels)
{
    std::vector<std::string> names;
    for (const trace::Channel& channel : channels) {
        if (channel.quantity != "rail.power" || channel.covers != trace::Channel::Covers::Instant)
            continue;
        if (channel.factsFrom == "measured")
            return {};
        if (!channel.windowNs)
            names.push_back(titleOf(channel));
    }
    return names;
}

/// The first channel of this quantity, nullptr without one.
inline const trace::ChannelView* findChannel(const trace::TraceView& view, std::string_view quantity)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity == quantity)
            return &channel;
    }
    return nullptr;
}

/// Whether the spans of a lane are ops. Phases overlap the ops of the threads, whose time would count twice.
inline bool holdsOps(const trace::LaneView& lane)
{
    return lane.size() > 0 && lane.info().kind != format::Lane::Kind::Phases;
}

} // namespace stepscope::analysis
