#include "analysis/energy/samplewindows.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMaxSearchedLag = 60'000'000; ///< ns; limit of the search
constexpr std::int64_t kCoarseLag = 2'500'000;       ///< ns
constexpr std::int64_t kFineLag = 500'000;           ///< ns
constexpr std::size_t kSearchRows = 3000;            ///< sufficient to determine a lag
constexpr std::array<std::int64_t, 9> kWindows{300'000,    1'000'000,  2'000'000,   5'000'000,  10'000'000,
                                               20'000'000, 50'000'000, 100'000'000, 300'000'000}; ///< ns
constexpr std::int64_t kBlockWithoutSteps = 1'000'000'000;                                        ///< ns

std::uint32_t stepAt(const trace::TraceView& view, std::int64_t time)
{
    if (view.stepCount() > 0)
        return static_cast<std::uint32_t>(view.stepLowerBound(time));
    return static_cast<std::uint32_t>((time - view.extent().begin) / kBlockWithoutSteps);
}

} // namespace

Sensor describedSensor(const trace::TraceView& view, const trace::Channel& info)
{
    Sensor sensor;
    const std::int64_t period = samplingPeriod(view, info);
    const bool isInterval = info.covers == trace::Channel::Covers::Interval;
    sensor.window = info.windowNs ? std::max(*info.windowNs, kShortestWindow) : isInterval ? 0 : period;
    sensor.lag = info.lagNs.value_or(0);
    sensor.isWindowKnown = info.windowNs || isInterval;
    sensor.isLagKnown = info.lagNs || isInterval; // only a counter has no lag
    sensor.skipsRepeats = info.updateNs && *info.updateNs > period;
    return sensor;
}

Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info, std::span<const NamedSensor> fitted)
{
    for (const NamedSensor& named : fitted) {
        if (named.channel == info.name && named.quantity == info.quantity)
            return named.sensor;
    }
    return describedSensor(view, info);
}

namespace {

/// The window of sample i; empty when the sample cannot be used.
SampleWindow windowOf(const trace::TraceView& view, const trace::ChannelView& channel, std::size_t i,
                      const Sensor& sensor, std::int64_t longestPause)
{
    const std::int64_t end = channel.time(i) - sensor.lag;
    const std::int64_t since = channel.time(i) - channel.time(i - 1);
    const std::int64_t length = std::max(sensor.window > 0 ? sensor.window : since, kShortestWindow);
    const double value = channel.value(i);
    const bool isRepeat = sensor.skipsRepeats && value == channel.value(i - 1);
    if (!std::isfinite(value) || since > longestPause || since < 0 || isRepeat)
        return {end, end, 0, 0};
    return {end - length, end, value, stepAt(view, end)};
}

} // namespace

std::vector<SampleWindow> sampleWindows(const trace::TraceView& view, const trace::ChannelView& channel,
                                        std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                                        std::size_t maximum)
{
    std::vector<SampleWindow> windows;
    const std::int64_t pause = longestPause(view, channel.info());
    for (const trace::TimeRange& stretch : stretches) {
        for (std::size_t i = std::max<std::size_t>(channel.lowerBound(stretch.begin), 1);
             i < channel.size() && windows.size() < maximum; ++i) {
            const SampleWindow window = windowOf(view, channel, i, sensor, pause);
            if (window.end > stretch.end)
                break;
            if (window.begin < window.end && window.begin >= stretch.begin)
                windows.push_back(window);
        }
    }
    return windows;
}

OccupancyRows sampleRows(const trace::TraceView& view, const trace::ChannelView& channel,
                         std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                         std::span<const SelfTimeInterval> intervals, std::size_t groupCount, double weight)
{
    std::vector<SampleWindow> windows;
    std::vector<double> outside;
    const std::int64_t pause = longestPause(view, channel.info());
    std::size_t next = 1; // index of the sample; a window may overlap two stretches
    for (std::size_t s = 0; s < stretches.size(); ++s) {
        for (next = std::max(next, channel.lowerBound(stretches[s].begin + sensor.lag)); next < channel.size();
             ++next) {
            const SampleWindow window = windowOf(view, channel, next, sensor, pause);
            const bool isUsable = window.begin < window.end;
            if ((isUsable ? window.begin : window.end - sensor.window) >= stretches[s].end)
                break;
            std::int64_t inside = 0;
            for (std::size_t k = s; k < stretches.size() && stretches[k].begin < window.end; ++k)
                inside += std::max<std::int64_t>(
                    std::min(stretches[k].end, window.end) - std::max(stretches[k].begin, window.begin), 0);
            if (!isUsable || inside <= 0)
                continue;
            windows.push_back(window);
            outside.push_back(1 - static_cast<double>(inside) / static_cast<double>(window.end - window.begin));
        }
    }
    if (std::none_of(outside.begin(), outside.end(), [](double share) { return share > 0; }))
        outside.clear();
    return occupancyRows(intervals, windows, groupCount, weight, outside);
}

namespace {

/// Searches the lag, and the window where it is not documented, that explain the samples best: first the lag on a
/// coarse grid, then the window with a fixed middle, then the lag on a fine grid.
class SensorSearch
{
public:
    SensorSearch(const trace::TraceView& view, const trace::ChannelView& channel,
                 std::span<const trace::TimeRange> stretches, const SelfTimeTrace& selfTimes, Sensor sensor)
        : m_view(view)
        , m_channel(channel)
        , m_stretches(stretches)
        , m_selfTimes(selfTimes)
        , m_sensor(sensor)
    {}
    Sensor search(bool isWindowKnown)
    {
        for (std::int64_t lag = 0; lag <= kMaxSearchedLag; lag += kCoarseLag)
            evaluate(m_sensor.window, lag);
        if (!isWindowKnown) {
            const std::int64_t middle = m_best.lag + m_best.window / 2;
            for (const std::int64_t window : kWindows)
                evaluate(window, std::max<std::int64_t>(middle - window / 2, 0));
        }
        const Sensor coarse = m_best;
        for (std::int64_t lag = coarse.lag - kCoarseLag; lag <= coarse.lag + kCoarseLag; lag += kFineLag)
            evaluate(coarse.window, std::max<std::int64_t>(lag, 0));
        return m_best;
    }

private:
    void evaluate(std::int64_t window, std::int64_t lag)
    {
        Sensor sensor = m_sensor;
        sensor.window = window;
        sensor.lag = lag;
        const auto windows = sampleWindows(m_view, m_channel, m_stretches, sensor, kSearchRows);
        const double explained =
            explainedByOccupancy(occupancyRows(m_selfTimes.intervals, windows, m_selfTimes.groups.size()));
        if (explained > m_explained) {
            m_explained = explained;
            m_best = sensor;
            m_best.isFitted = true;
            m_best.explained = explained;
        }
    }

    const trace::TraceView& m_view;
    const trace::ChannelView& m_channel;
    std::span<const trace::TimeRange> m_stretches;
    const SelfTimeTrace& m_selfTimes;
    Sensor m_sensor;
    Sensor m_best = m_sensor;
    double m_explained = -1;
};

} // namespace

Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const SelfTimeTrace& selfTimes,
                    const Sensor& described)
{
    return SensorSearch(view, channel, stretches, selfTimes, described).search(channel.info().windowNs.has_value());
}

Sensor SensorFinder::find(const trace::ChannelView& channel)
{
    const trace::Channel& info = channel.info();
    const Sensor described = describedSensor(m_view, info);
    if (described.isLagKnown)
        return described;
    const auto key = std::make_tuple(info.source, info.quantity, described.window);
    const auto fit = m_fitted.find(key);
    if (fit != m_fitted.end())
        return fit->second;
    return m_fitted[key] = fittedSensor(m_view, channel, m_stretches, m_selfTimes, described);
}

std::vector<NamedSensor> findSensors(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop)
{
    std::vector<NamedSensor> sensors;
    std::vector<const trace::ChannelView*> candidates;
    std::int64_t period = 0;
    for (const trace::ChannelView& channel : view.channels()) {
        if (!followsSteps(channel.info()) || describedSensor(view, channel.info()).isLagKnown)
            continue;
        candidates.push_back(&channel);
        period = std::max(period, samplingPeriod(view, channel.info()));
    }
    if (candidates.empty())
        return sensors;
    // Limits the ops to about the time of kSearchRows samples.
    std::vector<trace::TimeRange> stretches;
    std::int64_t left = std::max<std::int64_t>(period, 1) * static_cast<std::int64_t>(2 * kSearchRows);
    for (trace::TimeRange stretch : stretchesWithOps(view, range)) {
        stretch.end = std::min(stretch.end, stretch.begin + left);
        left -= stretch.duration();
        if (stretch.isEmpty())
            break;
        stretches.push_back(stretch);
    }
    constexpr std::size_t kMaxGroups = 96;
    const SelfTimeTrace selfTimes = selfTimeIn(view, stretches, GroupBy::Op, kMaxGroups, stop);
    if (selfTimes.intervals.empty())
        return sensors;
    SensorFinder finder(view, stretches, selfTimes);
    for (const trace::ChannelView* channel : candidates) {
        if (stop.stop_requested())
            break;
        sensors.push_back({channel->info().name, channel->info().quantity, finder.find(*channel)});
    }
    return sensors;
}

} // namespace stepscope::analysis
