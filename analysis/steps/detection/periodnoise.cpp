#include "analysis/steps/detection/periodnoise.h"

#include "analysis/statistics/autocorrelation.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Sums of samples by step and bin.
struct BinSums
{
    std::size_t bins = 0;
    std::size_t steps = 0;
    std::vector<double> sums{};
    std::vector<double> weights{};
    [[nodiscard]] std::size_t at(std::size_t step, std::size_t bin) const { return step * bins + bin; }
};

BinSums binSums(const PeriodSeries& series, const StepPath& path, std::size_t bins)
{
    BinSums result{.bins = bins, .steps = path.steps()};
    result.sums.resize(bins * result.steps);
    result.weights.resize(bins * result.steps);
    std::size_t step = 0;
    for (const StepRun& run : path.runs) {
        auto i = static_cast<std::size_t>(
            std::lower_bound(series.times.begin(), series.times.end(), run.boundaries.front()) - series.times.begin());
        for (std::size_t k = 0; k + 1 < run.boundaries.size(); ++k, ++step) {
            const double length = run.boundaries[k + 1] - run.boundaries[k];
            for (; i < series.times.size() && series.times[i] < run.boundaries[k + 1]; ++i) {
                const double phase = (series.times[i] - run.boundaries[k]) / length;
                const auto bin = std::min(static_cast<std::size_t>(phase * static_cast<double>(bins)), bins - 1);
                result.sums[result.at(step, bin)] += series.values[i];
                result.weights[result.at(step, bin)] += 1;
            }
        }
    }
    return result;
}

} // namespace

double foldCoherence(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins)
{
    double correlation = 0;
    double noise = 1e-12;
    for (const PeriodSeries& channel : series) {
        double products = 0;
        double squares = 1e-12;
        for (std::size_t i = 1; i < channel.values.size(); ++i) {
            products += channel.values[i] * channel.values[i - 1];
            squares += channel.values[i - 1] * channel.values[i - 1];
        }
        const double persistence = std::clamp(products / squares, 0.0, 1.0);
        PeriodSeries innovations{.times = channel.times, .values = channel.values};
        innovations.values[0] = 0;
        double variance = 1e-12;
        for (std::size_t i = 1; i < channel.values.size(); ++i) {
            innovations.values[i] = channel.values[i] - persistence * channel.values[i - 1];
            variance += innovations.values[i] * innovations.values[i] / static_cast<double>(channel.values.size());
        }
        const BinSums sums = binSums(innovations, path, bins);
        for (std::size_t b = 0; b < bins; ++b) {
            double sum = 0;
            double weight = 0;
            for (std::size_t step = 0; step < sums.steps; ++step) {
                sum += sums.sums[sums.at(step, b)];
                weight += sums.weights[sums.at(step, b)];
            }
            for (std::size_t step = 0; step < sums.steps; ++step) {
                const double own = sums.sums[sums.at(step, b)];
                const double count = sums.weights[sums.at(step, b)];
                if (weight - count <= 0 || count <= 0)
                    continue;
                const double others = (sum - own) / (weight - count);
                correlation += own * others / variance;
                noise += count * others * others / variance;
            }
        }
    }
    return correlation / std::sqrt(noise);
}

namespace {

/// How much later each sample was taken than its neighbours suggest, s: its time minus the median of the times that
/// they predict for it. NaN next to gaps.
std::vector<double> latenessOf(const std::vector<double>& times, double sampling)
{
    constexpr std::size_t kBeside = 8;
    std::vector<double> lateness(times.size(), std::nan(""));
    for (std::size_t i = kBeside; i + kBeside < times.size(); ++i) {
        if (times[i + kBeside] - times[i - kBeside] > (2 * kBeside + 3) * sampling)
            continue;
        std::vector<double> predicted;
        for (std::size_t j = i - kBeside; j <= i + kBeside; ++j) {
            const double between = times[i] - times[j];
            predicted.push_back(times[j] + sampling * std::round(between / sampling));
        }
        lateness[i] = times[i] - median(std::move(predicted));
    }
    return lateness;
}

} // namespace

AliasEvidence aliasEvidence(std::span<const PeriodSeries> series, const StepPath& path, double sampling)
{
    // Coarser bins would make the edges of the shape flatter than they are, which looks like turns.
    const auto bins = static_cast<std::size_t>(std::clamp(4 * path.meanSeconds() / sampling, 16.0, 128.0));
    const StepShape shape = shapeOf(series, path, bins);
    double weights = 0;
    double products = 0;
    std::vector<std::pair<double, double>> parts; // weight and product of each series and bin
    std::vector<double> lateness;
    const std::vector<double>* timesOfLateness = nullptr;
    for (std::size_t s = 0; s < series.size(); ++s) {
        const auto& times = series[s].times;
        if (times.size() < 64)
            continue;
        // Channels of one sensor have the same times.
        if (timesOfLateness == nullptr || *timesOfLateness != times)
            lateness = latenessOf(times, sampling);
        timesOfLateness = &times;
        std::vector<std::pair<double, double>> ofBins(bins);
        for (const StepRun& run : path.runs) {
            if (run.steps() == 0)
                continue;
            auto i = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), run.boundaries.front()) -
                                              times.begin());
            for (std::size_t k = 0; k + 1 < run.boundaries.size(); ++k) {
                const double length = run.boundaries[k + 1] - run.boundaries[k];
                for (; i < times.size() && times[i] < run.boundaries[k + 1]; ++i) {
                    if (std::isnan(lateness[i]))
                        continue;
                    const double phase = (times[i] - run.boundaries[k]) / length;
                    const StepShape::Point point = shape.at(s, phase);
                    // The change of the value for one more turn between two samples.
                    const double change = point.slope * lateness[i] / sampling;
                    auto& [weight, product] =
                        ofBins[std::min(static_cast<std::size_t>(phase * static_cast<double>(bins)), bins - 1)];
                    weight += change * change / shape.variances[s];
                    product += change * (series[s].values[i] - point.value) / shape.variances[s];
                }
            }
        }
        for (const auto& [weight, product] : ofBins) {
            weights += weight;
            products += product;
        }
        parts.insert(parts.end(), ofBins.begin(), ofBins.end());
    }
    if (weights <= 0)
        return {.turns = 0, .error = 1e9};
    const double turns = products / weights;
    // On a busy machine samples are late where the load is high, which differs by phase: phases have to agree.
    double scatter = 0;
    for (const auto& [weight, product] : parts)
        scatter += (product - turns * weight) * (product - turns * weight);
    return {.turns = turns, .error = std::max(1 / std::sqrt(weights), std::sqrt(scatter) / weights)};
}

double lineStrength(std::span<const PeriodSeries> series, double sampling, double period)
{
    constexpr double kLine = 0.04;
    constexpr double kNear = 0.1;
    constexpr double kFar = 0.2;
    constexpr int kHarmonics = 4;
    const PeriodSpan span = spanOf(series);
    const auto cells = static_cast<std::size_t>(span.seconds() / sampling) + 1;
    const std::size_t length = fastLength(cells);
    double inside = 0;
    double insideCount = 0;
    double beside = 0;
    double besideCount = 0;
    for (const PeriodSeries& channel : series) {
        std::vector<double> values(cells);
        for (std::size_t i = 0; i < channel.times.size(); ++i)
            values[std::min(static_cast<std::size_t>((channel.times[i] - span.begin) / sampling), cells - 1)] =
                channel.values[i];
        const auto spectrum = spectrumOf(values, length);
        for (int h = 1; h <= kHarmonics; ++h) {
            const double middle = static_cast<double>(length) * sampling * h / period;
            if (middle * (1 + kFar) >= static_cast<double>(spectrum.size()) && h > 1)
                break;
            const auto last = std::min(static_cast<std::size_t>(middle * (1 + kFar)) + 1, spectrum.size());
            for (auto k = static_cast<std::size_t>(middle * (1 - kFar)); k < last; ++k) {
                const double distance = std::abs(static_cast<double>(k) / middle - 1);
                const double power = std::norm(spectrum[k]);
                if (distance <= kLine || std::abs(static_cast<double>(k) - middle) < 1) {
                    inside += power;
                    insideCount += 1;
                } else if (distance >= kNear) {
                    beside += power;
                    besideCount += 1;
                }
            }
        }
    }
    if (insideCount < 1 || besideCount < 1 || beside <= 0)
        return 0;
    // Zero padding correlates neighbouring coefficients: this share of them is independent.
    const double independent = static_cast<double>(cells) / static_cast<double>(length);
    const double ratio = inside / insideCount / (beside / besideCount);
    return (ratio - 1) / std::sqrt((1 / insideCount + 1 / besideCount) / independent);
}

} // namespace stepscope::analysis
