#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxUpdateReads = 20'000;

/// A change of the value: the sensor has updated between two reads.
struct Change
{
    std::int64_t after = 0; ///< ns
    std::int64_t until = 0;
    double number = 0; ///< of the update, from 0
};

std::vector<Change> changesOf(const trace::ChannelView& channel, std::int64_t period)
{
    std::vector<Change> changes;
    for (std::size_t i = 1; i < std::min(channel.size(), kMaxUpdateReads); ++i) {
        const bool isFinite = std::isfinite(channel.value(i)) && std::isfinite(channel.value(i - 1));
        if (isFinite && channel.value(i) != channel.value(i - 1) && channel.time(i) - channel.time(i - 1) < 3 * period)
            changes.push_back({channel.time(i - 1), channel.time(i)});
    }
    return changes;
}

/// Time between two updates if each change were one: the shortest ones, since an update may repeat the value.
double shortestBetween(const std::vector<Change>& changes)
{
    std::vector<double> between;
    for (std::size_t i = 1; i < changes.size(); ++i)
        between.push_back(static_cast<double>(changes[i].until - changes[i - 1].until));
    std::sort(between.begin(), between.end());
    const double low = between[between.size() / 10];
    const auto end = std::upper_bound(between.begin(), between.end(), 1.5 * low);
    return between[static_cast<std::size_t>(end - between.begin()) / 2];
}

/// Numbers the changes by the update interval, which is refined by regression as more changes are numbered. Returns the
/// interval.
double numberUpdates(std::vector<Change>& changes, double interval)
{
    const double origin = static_cast<double>(changes.front().until);
    double count = 0;
    double numbers = 0;
    double times = 0;
    double products = 0;
    double squares = 0;
    double offset = 0;
    for (Change& change : changes) {
        const double time = static_cast<double>(change.until) - origin;
        change.number = std::round((time - offset) / interval);
        ++count;
        numbers += change.number;
        times += time;
        products += change.number * time;
        squares += change.number * change.number;
        const double spread = squares - numbers * numbers / count;
        if (spread > 8) {
            interval = (products - numbers * times / count) / spread;
            offset = (times - interval * numbers) / count;
        }
    }
    return interval;
}

struct PhaseRange
{
    double earliest = 0; ///< ns
    double latest = 0;
};

/// Where the updates lie: after the read before each change and before the read that shows it, except for a few
/// changes. With jitter of the reads at the boundary of two periods, `earliest` may be after `latest`.
PhaseRange phaseRangeOf(const std::vector<Change>& changes, double interval)
{
    constexpr std::size_t kChangesPerException = 20; // 5 % of the changes may be exceptions, such as late reads
    std::vector<double> reads;
    std::vector<double> readsBefore;
    for (const Change& change : changes) {
        reads.push_back(static_cast<double>(change.until) - change.number * interval);
        readsBefore.push_back(static_cast<double>(change.after) - change.number * interval);
    }
    const std::size_t exceptions = changes.size() / kChangesPerException;
    return {nthSmallest(readsBefore, changes.size() - 1 - exceptions), nthSmallest(reads, exceptions)};
}

/// The interval at which the phase has the widest range. The regression errs by up to a sampling period over all
/// changes: while updates drift slowly against the reads, the read that shows a change jumps by a whole period.
double refinedInterval(const std::vector<Change>& changes, double interval, double period)
{
    constexpr int kTries = 40;
    const double step = period / std::max(changes.back().number - changes.front().number, 1.0) / kTries;
    double best = interval;
    double widest = -INFINITY;
    for (int i = -kTries; i <= kTries; ++i) {
        const PhaseRange range = phaseRangeOf(changes, interval + i * step);
        if (range.latest - range.earliest > widest) {
            widest = range.latest - range.earliest;
            best = interval + i * step;
        }
    }
    return best;
}

} // namespace

void findUpdates(const trace::TraceView& view, const trace::ChannelView& channel, Sensor& sensor)
{
    constexpr std::size_t kMinChanges = 12;
    constexpr double kMinShare = 0.95; ///< of changes that agree with the updates
    constexpr double kMargin = 0.1;    ///< sampling periods; the phase is as precise as the jitter of the reads
    const auto period = static_cast<double>(samplingPeriod(view, channel.info()));
    if (period <= 0)
        return;
    std::vector<Change> changes = changesOf(channel, samplingPeriod(view, channel.info()));
    if (changes.size() < kMinChanges)
        return;
    const double first = sensor.update > 0 ? static_cast<double>(sensor.update) : shortestBetween(changes);
    if (first < 1.5 * period)
        return;
    const double interval = refinedInterval(changes, numberUpdates(changes, first), period);
    const PhaseRange range = phaseRangeOf(changes, interval);
    const double phase = (range.earliest + range.latest) / 2;
    std::size_t agreeing = 0;
    for (const Change& change : changes) {
        const double update = phase + change.number * interval;
        agreeing += update > static_cast<double>(change.after) - 0.3 * period &&
                            update < static_cast<double>(change.until) + 0.3 * period
                        ? 1
                        : 0;
    }
    if (interval < 1.5 * period || static_cast<double>(agreeing) < kMinShare * static_cast<double>(changes.size())) {
        sensor.update = 0;
        return;
    }
    sensor.update = std::llround(interval);
    sensor.updatePhase = std::llround(phase);
    sensor.updateMargin = std::llround(kMargin * period);
    sensor.updatePhaseError = std::llround(period / 2);
}

} // namespace stepscope::analysis
