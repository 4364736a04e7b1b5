#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/updategrid.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxUpdateReads = 20'000;

std::vector<ValueChange> changesOf(const trace::ChannelView& channel, std::int64_t period)
{
    std::vector<ValueChange> changes;
    for (std::size_t i = 1; i < std::min(channel.size(), kMaxUpdateReads); ++i) {
        const bool isFinite = std::isfinite(channel.value(i)) && std::isfinite(channel.value(i - 1));
        if (isFinite && channel.value(i) != channel.value(i - 1) && channel.time(i) - channel.time(i - 1) < 3 * period)
            changes.push_back({static_cast<double>(channel.time(i - 1)), static_cast<double>(channel.time(i))});
    }
    return changes;
}

} // namespace

void findUpdates(const trace::TraceView& view, const trace::ChannelView& channel, Sensor& sensor)
{
    constexpr double kMargin = 0.1; ///< sampling periods; the phase is as precise as the jitter of the reads
    const std::int64_t sampling = samplingPeriod(view, channel.info());
    if (sampling <= 0)
        return;
    const auto period = static_cast<double>(sampling);
    const std::vector<ValueChange> changes = changesOf(channel, sampling);
    if (changes.size() < kMinValueChanges)
        return;
    const auto grid = findUpdateGrid(changes, period, static_cast<double>(sensor.update));
    sensor.update = grid ? std::llround(grid->period) : 0;
    if (!grid)
        return;
    sensor.updatePhase = std::llround(grid->phase);
    sensor.updateMargin = std::llround(kMargin * period);
    sensor.updatePhaseError = std::llround(period / 2);
}

} // namespace stepscope::analysis
