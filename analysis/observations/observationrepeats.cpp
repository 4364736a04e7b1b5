#include "analysis/observations/observationrepeats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace stepscope::analysis {
namespace {

template <typename Value>
void appendAll(std::vector<Value>& values, const std::vector<Value>& more)
{
    values.insert(values.end(), more.begin(), more.end());
}

/// The mean of those that have the figure; none if the first has not, which decides whether a run is usable.
std::optional<double> meanOf(std::span<const RunFacts* const> repeats, std::optional<double> RunFacts::*figure)
{
    if (!(repeats.front()->*figure))
        return std::nullopt;
    double sum = 0;
    double count = 0;
    for (const RunFacts* run : repeats) {
        sum += (run->*figure).value_or(0);
        count += run->*figure ? 1 : 0;
    }
    return sum / count;
}

std::vector<CoreSummary> meanCores(std::span<const RunFacts* const> repeats)
{
    std::vector<CoreSummary> cores = repeats.front()->cores;
    for (CoreSummary& core : cores) {
        double utilization = 0;
        double idleRatio = 0;
        double count = 0;
        for (const RunFacts* run : repeats) {
            const auto same = std::find_if(run->cores.begin(), run->cores.end(), [&](const CoreSummary& other) {
                return other.core == core.core && other.coveredSeconds > 0;
            });
            if (same == run->cores.end())
                continue;
            utilization += same->utilization;
            idleRatio += same->idleRatio;
            ++count;
        }
        if (count > 0) {
            core.utilization = utilization / count;
            core.idleRatio = idleRatio / count;
        }
    }
    return cores;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

RunFacts pooledRepeats(std::span<const RunFacts* const> repeats)
{
    RunFacts pooled = *repeats.front();
    if (repeats.size() == 1)
        return pooled;
    for (const RunFacts* run : repeats.subspan(1)) {
        appendAll(pooled.groups, run->groups);
        appendAll(pooled.stepSeconds, run->stepSeconds);
        appendAll(pooled.stretches, run->stretches);
        appendAll(pooled.stepPeaks, run->stepPeaks);
    }
    pooled.cores = meanCores(repeats);
    constexpr std::array kFigures{&RunFacts::gpu,
                                  &RunFacts::cpu,
                                  &RunFacts::joulesPerStep,
                                  &RunFacts::samplesPerSecond,
                                  &RunFacts::peakBytes,
                                  &RunFacts::parameterBytes,
                                  &RunFacts::gradientBytes,
                                  &RunFacts::inputBytes,
                                  &RunFacts::intermediateBytes};
    for (const auto figure : kFigures)
        pooled.*figure = meanOf(repeats, figure);
    return pooled;
}

std::optional<double> repeatHalfWidth(std::span<const std::vector<double>> groups, std::span<const double> weights)
{
    double squares = 0;
    double freedom = 0;
    double variance = 0; // of the sum, in units of the variance of a value
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].empty())
            return std::nullopt;
        const double mean = meanOf(groups[i]);
        for (const double value : groups[i])
            squares += (value - mean) * (value - mean);
        const auto count = static_cast<double>(groups[i].size());
        freedom += count - 1;
        variance += weights[i] * weights[i] / count;
    }
    if (freedom < 1 || !(squares > 0))
        return std::nullopt;
    constexpr double kUpper = 0.975;
    return studentQuantile(kUpper, freedom) * std::sqrt(squares / freedom * variance);
}

Tested widened(const Tested& tested, const std::optional<double>& half)
{
    if (!half)
        return tested;
    const Interval repeats{tested.value - *half, tested.value + *half};
    const Interval steps = tested.interval.value_or(repeats);
    return {tested.value, Interval{std::min(steps.low, repeats.low), std::max(steps.high, repeats.high)}};
}

Tested widenedRatio(const Tested& ratio, const std::optional<double>& half)
{
    if (!half)
        return ratio;
    Tested logarithm{std::log(ratio.value), std::nullopt};
    if (ratio.interval)
        logarithm.interval = Interval{std::log(ratio.interval->low), std::log(ratio.interval->high)};
    const Tested wide = widened(logarithm, half);
    return {ratio.value, Interval{std::exp(wide.interval->low), std::exp(wide.interval->high)}};
}

std::vector<std::vector<double>> figuresOfRepeats(const BatchSeries& series,
                                                  const std::function<std::optional<double>(const RunFacts&)>& figure,
                                                  bool asLogarithm)
{
    std::vector<std::vector<double>> groups;
    for (const auto& repeats : series.repeats) {
        std::vector<double>& values = groups.emplace_back();
        for (const RunFacts* run : repeats) {
            const std::optional<double> value = figure(*run);
            if (value && std::isfinite(*value) && (!asLogarithm || *value > 0))
                values.push_back(asLogarithm ? std::log(*value) : *value);
        }
    }
    return groups;
}

std::optional<double> endsHalfWidth(const BatchSeries& series,
                                    const std::function<std::optional<double>(const RunFacts&)>& figure,
                                    bool asLogarithm)
{
    // The variance is that of all sizes, so that two repeats of each suffice.
    std::vector<double> weights(series.repeats.size(), 0);
    weights.front() = -1;
    weights.back() = 1;
    return repeatHalfWidth(figuresOfRepeats(series, figure, asLogarithm), weights);
}

} // namespace stepscope::analysis
