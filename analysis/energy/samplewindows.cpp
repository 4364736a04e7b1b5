#include "analysis/energy/samplewindows.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kBlockWithoutSteps = 1'000'000'000; ///< ns

std::int64_t floorDivide(std::int64_t value, std::int64_t divisor)
{
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

} // namespace

Sensor describedSensor(const trace::TraceView& view, const trace::Channel& info)
{
    Sensor sensor;
    const std::int64_t period = samplingPeriod(view, info);
    const bool isInterval = info.covers == trace::Channel::Covers::Interval;
    // Earlier agents state the period as the window of an interval, which its samples' times contradict: they vary.
    sensor.window = isInterval ? 0 : info.windowNs ? std::max(*info.windowNs, kShortestWindow) : period;
    sensor.lag = info.lagNs.value_or(0);
    sensor.isWindowKnown = info.windowNs || isInterval;
    // The utilization of a core is counted without a lag; a counter of energy may be updated less often than it is
    // read.
    sensor.isLagKnown = info.lagNs || (isInterval && info.quantity != "rail.power");
    sensor.update = info.updateNs && 2 * *info.updateNs > 3 * period ? *info.updateNs : 0;
    return sensor;
}

bool isFittedToOps(const Sensor& sensor)
{
    return !sensor.isLagKnown || (sensor.update > 0 && sensor.isWindowKnown && sensor.window > 0);
}

Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info, std::span<const NamedSensor> fitted)
{
    for (const NamedSensor& named : fitted) {
        if (named.channel == info.name && named.quantity == info.quantity)
            return named.sensor;
    }
    return describedSensor(view, info);
}

void placeInStep(const trace::TraceView& view, SampleWindow& window)
{
    if (view.stepCount() == 0) {
        window.step = static_cast<std::uint32_t>((window.end - view.extent().begin) / kBlockWithoutSteps);
        return;
    }
    window.step = static_cast<std::uint32_t>(view.stepLowerBound(window.end));
    const std::int64_t middle = window.begin + (window.end - window.begin) / 2;
    const std::size_t at = view.stepLowerBound(middle);
    if (at >= view.stepCount())
        return;
    const format::Step step = view.step(at);
    if (step.start < step.end)
        window.phase = static_cast<float>(
            std::clamp(static_cast<double>(middle - step.start) / static_cast<double>(step.end - step.start), 0., 1.));
}

SampleWindow windowOf(const trace::TraceView& view, trace::SampleReader& samples, std::size_t i, const Sensor& sensor,
                      std::int64_t longestPause)
{
    const std::int64_t before = samples.time(i - 1); // first: the reader keeps one block
    const std::int64_t time = samples.time(i);
    std::int64_t end = time - sensor.lag;
    bool isRepeat = false;
    if (sensor.update > 0) {
        const std::int64_t phase = sensor.updatePhase + sensor.updateMargin;
        const std::int64_t update = floorDivide(time - phase, sensor.update);
        isRepeat = update == floorDivide(before - phase, sensor.update);
        end = sensor.updatePhase + update * sensor.update - sensor.lag;
    }
    const std::int64_t length = std::max(sensor.window > 0 ? sensor.window : time - before, kShortestWindow);
    const double value = samples.value(i);
    if (!std::isfinite(value) || time - before > longestPause || time < before || isRepeat)
        return {end, end, 0, 0};
    SampleWindow window{end - length, end, value};
    placeInStep(view, window);
    return window;
}

double outsideShare(std::span<const trace::TimeRange> stretches, std::size_t first, const SampleWindow& window)
{
    std::int64_t inside = 0;
    for (std::size_t k = first; k < stretches.size() && stretches[k].begin < window.end; ++k)
        inside += std::max<std::int64_t>(
            std::min(stretches[k].end, window.end) - std::max(stretches[k].begin, window.begin), 0);
    return 1 - static_cast<double>(inside) / static_cast<double>(window.end - window.begin);
}

std::vector<SampleWindow> sampleWindows(const trace::TraceView& view, const trace::ChannelView& channel,
                                        std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                                        std::size_t maximum)
{
    std::vector<SampleWindow> windows;
    const std::int64_t pause = longestPause(view, channel.info());
    trace::SampleReader samples(channel);
    for (const trace::TimeRange& stretch : stretches) {
        for (std::size_t i = std::max<std::size_t>(channel.lowerBound(stretch.begin), 1);
             i < channel.size() && windows.size() < maximum; ++i) {
            const SampleWindow window = windowOf(view, samples, i, sensor, pause);
            if (window.end > stretch.end)
                break;
            if (window.begin < window.end && window.begin >= stretch.begin)
                windows.push_back(window);
        }
    }
    return windows;
}

namespace {

/// Mean length of the windows as a share of the mean step in the stretches; 0 without steps.
double phaseWidth(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                  std::span<const SampleWindow> windows)
{
    double steps = 0;
    double seconds = 0;
    for (const trace::TimeRange& stretch : stretches) {
        steps += static_cast<double>(view.stepLowerBound(stretch.end) - view.stepLowerBound(stretch.begin));
        seconds += stretch.seconds();
    }
    double length = 0;
    for (const SampleWindow& window : windows)
        length += static_cast<double>(window.end - window.begin) * 1e-9 / static_cast<double>(windows.size());
    return seconds > 0 ? length * steps / seconds : 0;
}

/// At most `maximum` of the items, evenly distributed.
template <typename Item>
void thin(std::vector<Item>& items, std::size_t maximum)
{
    if (items.size() <= maximum)
        return;
    for (std::size_t i = 0; i < maximum; ++i)
        items[i] = items[i * items.size() / maximum];
    items.resize(maximum);
}

} // namespace

OccupancyRows sampleRows(const trace::TraceView& view, const trace::ChannelView& channel,
                         std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                         std::span<const SelfTimeInterval> intervals, std::size_t columnCount, double weight,
                         std::size_t maximum, std::span<const std::uint32_t> ramps)
{
    std::vector<SampleWindow> windows;
    std::vector<double> outside;
    const std::int64_t pause = longestPause(view, channel.info());
    trace::SampleReader samples(channel);
    // At most, from the window's end to the sample.
    const std::int64_t late = sensor.lag + sensor.update + sensor.updateMargin;
    std::size_t next = 1; // index of the sample; a window may overlap two stretches
    for (std::size_t s = 0; s < stretches.size(); ++s) {
        next = std::max(next, channel.lowerBound(stretches[s].begin + std::min(sensor.lag, late)));
        for (; next < channel.size(); ++next) {
            const SampleWindow window = windowOf(view, samples, next, sensor, pause);
            const bool isUsable = window.begin < window.end;
            if ((isUsable ? window.begin : window.end - sensor.window) >= stretches[s].end)
                break;
            const double share = isUsable ? outsideShare(stretches, s, window) : 1;
            if (share >= 1)
                continue;
            windows.push_back(window);
            outside.push_back(share);
        }
    }
    thin(windows, maximum);
    thin(outside, maximum);
    // The column of the outside exists in any case, so that rows of different stretches have the same columns.
    if (outside.empty())
        outside.push_back(0);
    OccupancyRows rows = occupancyRows(intervals, windows, columnCount, weight, outside, ramps);
    rows.phaseWidth = phaseWidth(view, stretches, windows);
    return rows;
}

} // namespace stepscope::analysis
