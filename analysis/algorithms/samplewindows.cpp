#include "analysis/algorithms/samplewindows.h"

#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kLongestLag = 60'000'000; ///< ns; tried when nobody says
constexpr std::int64_t kCoarseLag = 2'500'000;   ///< ns
constexpr std::int64_t kFineLag = 500'000;       ///< ns
constexpr std::size_t kSearchRows = 3000;        ///< enough to find a lag by
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
    sensor.isLagKnown = info.lagNs || isInterval; // a counter has no lag; a sensor may have any
    sensor.skipsRepeats = info.updateNs && *info.updateNs > period;
    return sensor;
}

Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info, std::span<const NamedSensor> found)
{
    for (const NamedSensor& one : found) {
        if (one.channel == info.name && one.quantity == info.quantity)
            return one.sensor;
    }
    return describedSensor(view, info);
}

namespace {

/// The sample's window, which may have no length: then it is of no use.
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

std::vector<SampleWindow> windowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                    std::span<const trace::TimeRange> stretches, const Sensor& sensor, std::size_t most)
{
    std::vector<SampleWindow> windows;
    const std::int64_t pause = longestPause(view, channel.info());
    for (const trace::TimeRange& stretch : stretches) {
        for (std::size_t i = std::max<std::size_t>(channel.lowerBound(stretch.begin), 1);
             i < channel.size() && windows.size() < most; ++i) {
            const SampleWindow window = windowOf(view, channel, i, sensor, pause);
            if (window.end > stretch.end)
                break;
            if (window.begin < window.end && window.begin >= stretch.begin)
                windows.push_back(window);
        }
    }
    return windows;
}

OccupancyRows rowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                     std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                     std::span<const WorkPiece> pieces, std::size_t kindCount, double weight)
{
    std::vector<SampleWindow> windows;
    std::vector<double> outside;
    const std::int64_t pause = longestPause(view, channel.info());
    std::size_t next = 1; // sample: a window may touch two stretches
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
    return occupancyRows(pieces, windows, kindCount, weight, outside);
}

namespace {

/// The window, where nobody says, and the lag with which the samples are explained best: first about when the window
/// lies, then how long it is, then when exactly.
class SensorSearch
{
public:
    SensorSearch(const trace::TraceView& view, const trace::ChannelView& channel,
                 std::span<const trace::TimeRange> stretches, const Work& work, Sensor sensor)
        : m_view(view)
        , m_channel(channel)
        , m_stretches(stretches)
        , m_work(work)
        , m_sensor(sensor)
    {}
    Sensor search(bool isWindowKnown)
    {
        for (std::int64_t lag = 0; lag <= kLongestLag; lag += kCoarseLag)
            tryOne(m_sensor.window, lag);
        if (!isWindowKnown) {
            const std::int64_t middle = m_best.lag + m_best.window / 2;
            for (const std::int64_t window : kWindows)
                tryOne(window, std::max<std::int64_t>(middle - window / 2, 0));
        }
        const Sensor coarse = m_best;
        for (std::int64_t lag = coarse.lag - kCoarseLag; lag <= coarse.lag + kCoarseLag; lag += kFineLag)
            tryOne(coarse.window, std::max<std::int64_t>(lag, 0));
        return m_best;
    }

private:
    void tryOne(std::int64_t window, std::int64_t lag)
    {
        Sensor sensor = m_sensor;
        sensor.window = window;
        sensor.lag = lag;
        const auto windows = windowsOf(m_view, m_channel, m_stretches, sensor, kSearchRows);
        const double explained = explainedByOccupancy(occupancyRows(m_work.pieces, windows, m_work.kinds.size()));
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
    const Work& m_work;
    Sensor m_sensor;
    Sensor m_best = m_sensor;
    double m_explained = -1;
};

} // namespace

Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const Work& work, const Sensor& described)
{
    return SensorSearch(view, channel, stretches, work, described).search(channel.info().windowNs.has_value());
}

Sensor SensorFinder::find(const trace::ChannelView& channel)
{
    const trace::Channel& info = channel.info();
    const Sensor described = describedSensor(m_view, info);
    if (described.isLagKnown)
        return described;
    const auto key = std::make_tuple(info.source, info.quantity, described.window);
    const auto known = m_fitted.find(key);
    if (known != m_fitted.end())
        return known->second;
    return m_fitted[key] = fittedSensor(m_view, channel, m_stretches, m_work, described);
}

std::vector<NamedSensor> findSensors(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    std::vector<NamedSensor> found;
    std::vector<const trace::ChannelView*> asked;
    std::int64_t period = 0;
    for (const trace::ChannelView& channel : view.channels()) {
        if (!followsSteps(channel.info()) || describedSensor(view, channel.info()).isLagKnown)
            continue;
        asked.push_back(&channel);
        period = std::max(period, samplingPeriod(view, channel.info()));
    }
    if (asked.empty())
        return found;
    // No more of the ops than a sensor is found by.
    std::vector<trace::TimeRange> stretches;
    std::int64_t left = std::max<std::int64_t>(period, 1) * static_cast<std::int64_t>(2 * kSearchRows);
    for (trace::TimeRange stretch : knownStretches(view, range)) {
        stretch.end = std::min(stretch.end, stretch.begin + left);
        left -= stretch.duration();
        if (stretch.isEmpty())
            break;
        stretches.push_back(stretch);
    }
    constexpr std::size_t kMostKinds = 96;
    const Work work = workIn(view, stretches, WorkBy::Op, kMostKinds, cancelled);
    if (work.pieces.empty())
        return found;
    SensorFinder finder(view, stretches, work);
    for (const trace::ChannelView* channel : asked) {
        if (cancelled && cancelled())
            break;
        found.push_back({channel->info().name, channel->info().quantity, finder.find(*channel)});
    }
    return found;
}

} // namespace stepscope::analysis
