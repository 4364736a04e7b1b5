#include "analysis/algorithms/periodseries.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSamples = 8;

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void pullIn(std::vector<double>& values)
{
    const double median = medianOf(values);
    std::vector<double> distances(values.size());
    std::transform(values.begin(), values.end(), distances.begin(), [&](double v) { return std::abs(v - median); });
    // A channel that rests most of the time has no spread of its own: then its mean distance stands for it.
    double mean = 0;
    for (const double distance : distances)
        mean += distance / static_cast<double>(distances.size());
    constexpr double kToDeviation = 1.4826;
    constexpr double kFar = 8;
    const double reach = kFar * std::max(kToDeviation * medianOf(std::move(distances)), 2 * mean);
    for (double& value : values)
        value = std::clamp(value, median - reach, median + reach);
}

/// Gives the standard deviation that it divided by; 0 = all values are one.
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

} // namespace

std::vector<PeriodSeries> preparedSeries(std::span<const PeriodChannel> channels)
{
    std::vector<PeriodSeries> prepared;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        PeriodSeries series{.channel = c};
        const std::size_t size = std::min(channels[c].times.size(), channels[c].values.size());
        for (std::size_t i = 0; i < size; ++i) {
            const double time = channels[c].times[i];
            const double value = channels[c].values[i];
            if (!std::isfinite(time) || !std::isfinite(value) || (!series.times.empty() && time <= series.times.back()))
                continue;
            series.times.push_back(time);
            series.values.push_back(value);
        }
        if (series.times.size() < kFewestSamples)
            continue;
        pullIn(series.values);
        const double deviation = normalize(series.values);
        if (deviation <= 0)
            continue;
        series.floor = channels[c].floor / deviation;
        prepared.push_back(std::move(series));
    }
    return prepared;
}

double samplingStep(std::span<const PeriodSeries> series)
{
    double shortest = 0;
    for (const PeriodSeries& one : series) {
        std::vector<double> pauses;
        for (std::size_t i = 1; i < one.times.size(); ++i)
            pauses.push_back(one.times[i] - one.times[i - 1]);
        const double median = medianOf(std::move(pauses));
        shortest = shortest > 0 ? std::min(shortest, median) : median;
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
    std::vector<PeriodSeries> found(series.begin(), series.end());
    for (PeriodSeries& one : found) {
        const double first = one.times.front();
        const double last = one.times.back();
        std::vector<double> sums{0};
        for (const double value : one.values)
            sums.push_back(sums.back() + value);
        std::size_t from = 0;
        std::size_t to = 0;
        for (std::size_t i = 0; i < one.times.size(); ++i) {
            // Of full length at the ends, too: a part of a step has another mean than the whole.
            const double begin = std::clamp(one.times[i] - seconds / 2, first, std::max(first, last - seconds));
            while (one.times[from] < begin)
                ++from;
            while (to < one.times.size() && one.times[to] <= begin + seconds)
                ++to;
            one.values[i] -= (sums[to] - sums[from]) / static_cast<double>(to - from);
        }
    }
    return found;
}

std::vector<PeriodSeries> thinned(std::span<const PeriodSeries> series, std::size_t neighbours, double sampling)
{
    std::vector<PeriodSeries> found;
    for (const PeriodSeries& one : series) {
        PeriodSeries thin{.channel = one.channel, .floor = one.floor};
        for (std::size_t i = 0; i < one.times.size();) {
            double time = 0;
            double value = 0;
            std::size_t count = 0;
            for (; count < neighbours && i < one.times.size(); ++count, ++i) {
                if (count > 0 && one.times[i] - one.times[i - 1] > 2.5 * sampling)
                    break;
                time += one.times[i];
                value += one.values[i];
            }
            thin.times.push_back(time / static_cast<double>(count));
            thin.values.push_back(value / static_cast<double>(count));
        }
        found.push_back(std::move(thin));
    }
    return found;
}

} // namespace stepscope::analysis
