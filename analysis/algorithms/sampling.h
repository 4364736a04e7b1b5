#pragma once

#include "analysis/trace/traceview.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// What figures of a channel go by: a rail's power by the rail's name (its voltage and current have their own).
inline const std::string& titleOf(const trace::Channel& channel)
{
    return channel.quantity == "rail.power" && !channel.rail.empty() ? channel.rail : channel.name;
}

/// Of power or utilization: what repeats from step to step. Temperatures and memory drift, so that steps far from each
/// other differ in them without being unusual.
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

/// Longer pauses between two samples are gaps in which nothing is known; the same rule as ChannelView::integral.
inline std::int64_t longestPause(const trace::TraceView& view, const trace::Channel& channel)
{
    constexpr std::int64_t kPeriods = 20;
    const std::int64_t period = samplingPeriod(view, channel);
    const bool bounded = period > 0 && period <= std::numeric_limits<std::int64_t>::max() / kPeriods;
    return bounded ? period * kPeriods : std::numeric_limits<std::int64_t>::max();
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

} // namespace stepscope::analysis
