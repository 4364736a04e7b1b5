#include "analysis/algorithms/attribution.h"

#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostKinds = 96;
constexpr std::array<std::string_view, 3> kQuantities{"rail.power", "cpu.utilization", "gpu.utilization"};
constexpr std::int64_t kShortestWindow = 1'000;  ///< ns: what an instant sensor shows is taken as so long
constexpr std::int64_t kLongestLag = 60'000'000; ///< ns; tried when nobody says
constexpr std::int64_t kCoarseLag = 2'500'000;   ///< ns
constexpr std::int64_t kFineLag = 500'000;       ///< ns
constexpr std::size_t kSearchRows = 3000;        ///< enough to find a lag by
constexpr std::array<std::int64_t, 9> kWindows{300'000,    1'000'000,  2'000'000,   5'000'000,  10'000'000,
                                               20'000'000, 50'000'000, 100'000'000, 300'000'000}; ///< ns
constexpr std::int64_t kBlockWithoutSteps = 1'000'000'000;                                        ///< ns

/// How a channel's samples are to be read.
struct Sensor
{
    std::int64_t window = 0; ///< ns; 0 = since the sample before
    std::int64_t lag = 0;
    bool skipsRepeats = false; ///< it updates more rarely than it is read: a repeated value is no new evidence
};

Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info)
{
    Sensor sensor;
    const std::int64_t period = samplingPeriod(view, info);
    sensor.window = info.windowNs.value_or(info.covers == trace::Channel::Covers::Interval ? 0 : period);
    sensor.lag = info.lagNs.value_or(0);
    sensor.skipsRepeats = info.updateNs && *info.updateNs > period;
    return sensor;
}

std::uint32_t stepAt(const trace::TraceView& view, std::int64_t time)
{
    if (view.stepCount() > 0)
        return static_cast<std::uint32_t>(view.stepLowerBound(time));
    return static_cast<std::uint32_t>((time - view.extent().begin) / kBlockWithoutSteps);
}

/// The samples whose windows lie wholly in the stretches, at most `most` of them.
std::vector<SampleWindow> windowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                    std::span<const trace::TimeRange> stretches, const Sensor& sensor, std::size_t most)
{
    std::vector<SampleWindow> windows;
    const std::int64_t pause = longestPause(view, channel.info());
    for (const trace::TimeRange& stretch : stretches) {
        for (std::size_t i = std::max<std::size_t>(channel.lowerBound(stretch.begin), 1);
             i < channel.size() && windows.size() < most; ++i) {
            const std::int64_t end = channel.time(i) - sensor.lag;
            if (end > stretch.end)
                break;
            const std::int64_t since = channel.time(i) - channel.time(i - 1);
            const std::int64_t length = std::max(sensor.window > 0 ? sensor.window : since, kShortestWindow);
            const double value = channel.value(i);
            const bool isUsable = std::isfinite(value) && end - length >= stretch.begin && since <= pause;
            if (!isUsable || (sensor.skipsRepeats && value == channel.value(i - 1)))
                continue;
            windows.push_back({end - length, end, value, stepAt(view, end)});
        }
    }
    return windows;
}

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

double integralOver(const trace::ChannelView& channel, std::span<const trace::TimeRange> stretches)
{
    double sum = 0;
    for (const trace::TimeRange& stretch : stretches)
        sum += channel.integral(stretch).value;
    return sum;
}

Estimate times(const Estimate& estimate, double factor)
{
    return {estimate.value * factor, estimate.low * factor, estimate.high * factor};
}

void takeFit(const OccupancyFit& fit, const Work& work, double seconds, ChannelAccount& account)
{
    account.reason = fit.reason;
    account.explained = fit.explained;
    if (!fit.reason.empty())
        return;
    for (std::size_t i = 0; i < work.kinds.size(); ++i) {
        if (fit.kinds[i])
            account.ops[i].regression = times(*fit.kinds[i], work.kinds[i].seconds);
        account.opsSum += fit.guesses[i] * work.kinds[i].seconds;
    }
    if (fit.idle)
        account.idle = times(*fit.idle, seconds);
    account.idleSum = fit.guessedIdle * seconds;
}

/// Accounts of channels. What is found of a sensor that nobody describes holds for all of its source: chips of one
/// kind, set up alike.
class Accountant
{
public:
    Accountant(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, const Work& work,
               double seconds, const Cancelled& cancelled)
        : m_view(view)
        , m_stretches(stretches)
        , m_work(work)
        , m_seconds(seconds)
        , m_cancelled(cancelled)
    {}
    ChannelAccount account(const trace::ChannelView& channel)
    {
        const trace::Channel& info = channel.info();
        ChannelAccount account;
        account.channel = info.name;
        account.rail = info.rail;
        account.quantity = info.quantity;
        account.ops.resize(m_work.kinds.size());
        const Sensor sensor = sensorFor(channel, account.isFitted);
        const auto windows = windowsOf(m_view, channel, m_stretches, sensor, SIZE_MAX);
        account.samples = windows.size();
        account.lagSeconds = static_cast<double>(sensor.lag) * 1e-9;
        account.windowSeconds =
            static_cast<double>(sensor.window > 0 ? sensor.window : samplingPeriod(m_view, info)) * 1e-9;
        account.integral = integralOver(channel, m_stretches);
        takeFit(fitOccupancy(occupancyRows(m_work.pieces, windows, m_work.kinds.size()), m_cancelled), m_work,
                m_seconds, account);
        const std::vector<double> timing = timingAssociation(channel, longestPause(m_view, info), m_work);
        for (std::size_t i = 0; i < timing.size(); ++i)
            account.ops[i].timing = timing[i];
        return account;
    }

private:
    Sensor sensorFor(const trace::ChannelView& channel, bool& isFitted)
    {
        const trace::Channel& info = channel.info();
        const Sensor described = sensorOf(m_view, info);
        // A counter has no lag; a sensor may have any.
        if (info.lagNs || info.covers == trace::Channel::Covers::Interval)
            return described;
        isFitted = true;
        const auto key = std::make_tuple(info.source, info.quantity, described.window);
        const auto known = m_fitted.find(key);
        if (known != m_fitted.end())
            return known->second;
        SensorSearch search(m_view, channel, m_stretches, m_work, described);
        return m_fitted[key] = search.search(info.windowNs.has_value());
    }

    const trace::TraceView& m_view;
    std::span<const trace::TimeRange> m_stretches;
    const Work& m_work;
    double m_seconds;
    const Cancelled& m_cancelled;
    std::map<std::tuple<std::string, std::string, std::int64_t>, Sensor> m_fitted;
};

} // namespace

Attribution attributeToOps(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    Attribution attribution;
    const std::vector<trace::TimeRange> stretches = knownStretches(view, range);
    for (const trace::TimeRange& stretch : stretches)
        attribution.seconds += stretch.seconds();
    const Work work = workIn(view, stretches, kMostKinds, cancelled);
    attribution.kinds = work.kinds;
    attribution.kernelsAreInOps = work.kernelsAreInOps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount() && view.step(i).start < range.end; ++i)
        attribution.steps += (view.step(i).flags & format::Step::kTraced) != 0 ? 1 : 0;
    if (work.pieces.empty()) {
        attribution.reason = "no op was recorded in the window: record some steps with --ops";
        return attribution;
    }
    Accountant accountant(view, stretches, work, attribution.seconds, cancelled);
    for (const std::string_view quantity : kQuantities) {
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity != quantity || (cancelled && cancelled()))
                continue;
            attribution.channels.push_back(accountant.account(channel));
        }
    }
    if (attribution.channels.empty())
        attribution.reason = "this device has no sensor of power or utilization that could be read";
    return attribution;
}

} // namespace stepscope::analysis
