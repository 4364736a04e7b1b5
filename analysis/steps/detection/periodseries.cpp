#include "analysis/steps/detection/periodseries.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinSeriesSamples = 8;

/// Limits outliers to 8 robust standard deviations.
void limitOutliers(std::vector<double>& values)
{
    const double center = median(values);
    std::vector<double> distances(values.size());
    std::transform(values.begin(), values.end(), distances.begin(), [&](double v) { return std::abs(v - center); });
    // In a channel that is constant most of the time the median distance is 0: use the mean distance.
    double mean = 0;
    for (const double distance : distances)
        mean += distance / static_cast<double>(distances.size());
    constexpr double kFar = 8;
    const double reach = kFar * std::max(kDeviationPerMad * median(std::move(distances)), 2 * mean);
    for (double& value : values)
        value = std::clamp(value, center - reach, center + reach);
}

/// Normalises to mean 0 and variance 1. Returns the original standard deviation; 0 for constant values.
double normalize(std::vector<double>& values)
{
    double mean = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    double variance = 0;
    for (const double value : values)
        variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
    if (!(variance > 1e-18 * mean * mean) || !std::isfinite(variance))
        return 0;
    const double deviation = std::sqrt(variance);
    for (double& value : values)
        value = (value - mean) / deviation;
    return deviation;
}

/// Whether values are those of a sensor that is updated regularly, at most every other sample: they hardly ever change
/// twice in a row, and most changes are equally many samples apart. The changes of a training, such as those of the
/// memory in use, are rare too, but not equally far apart.
bool isHeld(const std::vector<double>& values)
{
    constexpr std::size_t kMinChanges = 30;
    constexpr double kMaxRows = 0.05;   // of the changes
    constexpr double kMinRegular = 0.6; // of the intervals between changes
    std::vector<double> intervals;      // samples
    std::size_t changedAt = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i] == values[i - 1])
            continue;
        if (changedAt > 0)
            intervals.push_back(static_cast<double>(i - changedAt));
        changedAt = i;
    }
    if (intervals.size() < kMinChanges)
        return false;
    const double typical = median(intervals);
    const auto count = static_cast<double>(intervals.size());
    const auto rows = static_cast<double>(std::count(intervals.begin(), intervals.end(), 1.0));
    const auto regular = static_cast<double>(std::count_if(
        intervals.begin(), intervals.end(), [&](double interval) { return std::abs(interval - typical) <= 1; }));
    return rows <= kMaxRows * count && regular >= kMinRegular * count;
}

} // namespace

std::vector<PeriodSeries> preparedSeries(std::span<const PeriodChannel> channels)
{
    std::vector<PeriodSeries> prepared;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        PeriodSeries series{.channel = c};
        const std::size_t size = std::min(channels[c].times.size(), channels[c].values.size());
        series.times.reserve(size);
        series.values.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
            const double time = channels[c].times[i];
            const double value = channels[c].values[i];
            if (!std::isfinite(time) || !std::isfinite(value) || (!series.times.empty() && time <= series.times.back()))
                continue;
            series.times.push_back(time);
            series.values.push_back(value);
        }
        if (series.times.size() < kMinSeriesSamples)
            continue;
        series.isHeld = isHeld(series.values);
        limitOutliers(series.values);
        const double deviation = normalize(series.values);
        if (deviation <= 0)
            continue;
        series.floor = channels[c].floor / deviation;
        prepared.push_back(std::move(series));
    }
    std::stable_partition(prepared.begin(), prepared.end(), [](const PeriodSeries& series) { return !series.isHeld; });
    return prepared;
}

std::span<const PeriodSeries> withoutHeld(std::span<const PeriodSeries> series)
{
    const auto held =
        std::find_if(series.begin(), series.end(), [](const PeriodSeries& channel) { return channel.isHeld; });
    return held == series.begin() ? series : std::span(series.begin(), held);
}

double samplingStep(std::span<const PeriodSeries> series)
{
    double shortest = 0;
    for (const PeriodSeries& channel : series) {
        std::vector<double> pauses;
        pauses.reserve(channel.times.size());
        for (std::size_t i = 1; i < channel.times.size(); ++i)
            pauses.push_back(channel.times[i] - channel.times[i - 1]);
        const double typical = median(std::move(pauses));
        shortest = shortest > 0 ? std::min(shortest, typical) : typical;
    }
    return shortest;
}

PeriodSpan spanOf(std::span<const PeriodSeries> series)
{
    PeriodSpan span;
    for (std::size_t i = 0; i < series.size(); ++i) {
        span.begin = i == 0 ? series[i].times.front() : std::min(span.begin, series[i].times.front());
        span.end = i == 0 ? series[i].times.back() : std::max(span.end, series[i].times.back());
    }
    return span;
}

std::vector<PeriodSeries> withoutTrend(std::span<const PeriodSeries> series, double seconds)
{
    std::vector<PeriodSeries> result(series.begin(), series.end());
    for (PeriodSeries& channel : result) {
        const double first = channel.times.front();
        const double last = channel.times.back();
        std::vector<double> sums{0};
        sums.reserve(channel.values.size() + 1);
        for (const double value : channel.values)
            sums.push_back(sums.back() + value);
        std::size_t from = 0;
        std::size_t to = 0;
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            // The window has its full length at the ends, too: the mean of a part of a step is different.
            const double begin = std::clamp(channel.times[i] - seconds / 2, first, std::max(first, last - seconds));
            while (channel.times[from] < begin)
                ++from;
            while (to < channel.times.size() && channel.times[to] <= begin + seconds)
                ++to;
            channel.values[i] -= (sums[to] - sums[from]) / static_cast<double>(to - from);
        }
        // A ramp, such as that of memory during the start, is far from the values of the steps.
        limitOutliers(channel.values);
        const double deviation = normalize(channel.values);
        channel.floor = deviation > 0 ? channel.floor / deviation : 0;
    }
    return result;
}

std::vector<PeriodSeries> thinned(std::span<const PeriodSeries> series, std::size_t neighbours, double sampling)
{
    std::vector<PeriodSeries> result;
    for (const PeriodSeries& channel : series) {
        PeriodSeries thin{.channel = channel.channel, .floor = channel.floor, .isHeld = channel.isHeld};
        for (std::size_t i = 0; i < channel.times.size();) {
            double time = 0;
            double value = 0;
            std::size_t count = 0;
            for (; count < neighbours && i < channel.times.size(); ++count, ++i) {
                if (count > 0 && channel.times[i] - channel.times[i - 1] > 2.5 * sampling)
                    break;
                time += channel.times[i];
                value += channel.values[i];
            }
            thin.times.push_back(time / static_cast<double>(count));
            thin.values.push_back(value / static_cast<double>(count));
        }
        result.push_back(std::move(thin));
    }
    return result;
}

std::vector<PeriodChannel> channelsIn(std::span<const PeriodChannel> channels, PeriodSpan span)
{
    std::vector<PeriodChannel> parts;
    for (const PeriodChannel& channel : channels) {
        PeriodChannel part{.name = channel.name, .floor = channel.floor};
        for (std::size_t i = 0; i < channel.times.size() && i < channel.values.size(); ++i) {
            if (channel.times[i] >= span.begin && channel.times[i] < span.end) {
                part.times.push_back(channel.times[i]);
                part.values.push_back(channel.values[i]);
            }
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace stepscope::analysis
