#include "analysis/algorithms/attribution.h"

#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostKinds = 96;
constexpr std::array<std::string_view, 3> kQuantities{"rail.power", "cpu.utilization", "gpu.utilization"};
constexpr std::int64_t kShortestWindow = 1'000;            ///< ns: what an instant sensor shows is taken as so long
constexpr std::int64_t kLongestLag = 60'000'000;           ///< ns; tried when nobody says
constexpr std::int64_t kCoarseLag = 2'500'000;             ///< ns
constexpr std::int64_t kFineLag = 500'000;                 ///< ns
constexpr std::size_t kLagRows = 4000;                     ///< enough to find a lag by
constexpr std::int64_t kBlockWithoutSteps = 1'000'000'000; ///< ns

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

/// The lag with which the samples are explained best.
std::int64_t fittedLag(const trace::TraceView& view, const trace::ChannelView& channel,
                       std::span<const trace::TimeRange> stretches, const Work& work, Sensor sensor)
{
    std::int64_t best = 0;
    double least = -1;
    const auto tryLag = [&](std::int64_t lag) {
        sensor.lag = lag;
        const auto windows = windowsOf(view, channel, stretches, sensor, kLagRows);
        const double explained = explainedByOccupancy(occupancyRows(work.pieces, windows, work.kinds.size()));
        if (explained > least) {
            least = explained;
            best = lag;
        }
    };
    for (std::int64_t lag = 0; lag <= kLongestLag; lag += kCoarseLag)
        tryLag(lag);
    const std::int64_t coarse = best;
    for (std::int64_t lag = coarse - kCoarseLag + kFineLag; lag < coarse + kCoarseLag; lag += kFineLag) {
        if (lag >= 0 && lag != coarse)
            tryLag(lag);
    }
    return best;
}

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

ChannelAccount accountOf(const trace::TraceView& view, const trace::ChannelView& channel,
                         std::span<const trace::TimeRange> stretches, const Work& work, double seconds,
                         const Cancelled& cancelled)
{
    const trace::Channel& info = channel.info();
    ChannelAccount account;
    account.channel = info.name;
    account.rail = info.rail;
    account.quantity = info.quantity;
    account.ops.resize(work.kinds.size());
    Sensor sensor = sensorOf(view, info);
    // A counter's lag is none; a sensor's may be anything.
    if (!info.lagNs && info.covers == trace::Channel::Covers::Instant) {
        sensor.lag = fittedLag(view, channel, stretches, work, sensor);
        account.lagIsFitted = true;
    }
    const auto windows = windowsOf(view, channel, stretches, sensor, SIZE_MAX);
    account.samples = windows.size();
    account.lagSeconds = static_cast<double>(sensor.lag) * 1e-9;
    account.windowSeconds = static_cast<double>(sensor.window > 0 ? sensor.window : samplingPeriod(view, info)) * 1e-9;
    account.integral = integralOver(channel, stretches);
    takeFit(fitOccupancy(occupancyRows(work.pieces, windows, work.kinds.size()), cancelled), work, seconds, account);
    const std::vector<double> timing = timingAssociation(channel, longestPause(view, info), work);
    for (std::size_t i = 0; i < timing.size(); ++i)
        account.ops[i].timing = timing[i];
    return account;
}

} // namespace

Attribution attributeToOps(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    Attribution attribution;
    const std::vector<trace::TimeRange> stretches = knownStretches(view, range);
    for (const trace::TimeRange& stretch : stretches)
        attribution.seconds += stretch.seconds();
    const Work work = workIn(view, stretches, kMostKinds, cancelled);
    attribution.kinds = work.kinds;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount() && view.step(i).start < range.end; ++i)
        attribution.steps += (view.step(i).flags & format::Step::kTraced) != 0 ? 1 : 0;
    if (work.pieces.empty()) {
        attribution.reason = "no op was recorded in the window: record some steps with --ops";
        return attribution;
    }
    for (const std::string_view quantity : kQuantities) {
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity != quantity || (cancelled && cancelled()))
                continue;
            attribution.channels.push_back(accountOf(view, channel, stretches, work, attribution.seconds, cancelled));
        }
    }
    if (attribution.channels.empty())
        attribution.reason = "this device has no sensor of power or utilization that could be read";
    return attribution;
}

} // namespace stepscope::analysis
