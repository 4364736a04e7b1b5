#include "analysis/steps/detection/periodoctave.h"

#include "analysis/statistics/autocorrelation.h"
#include "analysis/statistics/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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

/// Means and squared differences of the parts of the steps, weighted by samples.
struct PartMeans
{
    double between = 0; ///< sum of squared differences between the parts
    double freedom = 0; ///< degrees of freedom of that sum
    std::vector<double> means{};
    std::vector<double> weights{};
};
/// Each step's parts are rotated by its entry of `rotations`.
PartMeans partMeans(const BinSums& sums, std::size_t parts, const std::vector<std::size_t>& rotations)
{
    PartMeans result;
    result.means.resize(sums.bins);
    result.weights.resize(sums.bins);
    const std::size_t inPart = sums.bins / parts;
    for (std::size_t step = 0; step < sums.steps; ++step) {
        for (std::size_t b = 0; b < sums.bins; ++b) {
            const std::size_t to = (b + rotations[step] * inPart) % sums.bins;
            result.means[to] += sums.sums[sums.at(step, b)];
            result.weights[to] += sums.weights[sums.at(step, b)];
        }
    }
    for (std::size_t b = 0; b < inPart; ++b) {
        double sum = 0;
        double weight = 0;
        for (std::size_t p = 0; p < parts; ++p) {
            sum += result.means[p * inPart + b];
            weight += result.weights[p * inPart + b];
        }
        double present = 0;
        for (std::size_t p = 0; p < parts; ++p) {
            const std::size_t bin = p * inPart + b;
            if (result.weights[bin] <= 0)
                continue;
            result.means[bin] /= result.weights[bin];
            const double difference = result.means[bin] - sum / weight;
            result.between += result.weights[bin] * difference * difference;
            ++present;
        }
        result.freedom += std::max(0.0, present - 1);
    }
    return result;
}

/// Mean squared difference, per sample, between the bins of single steps and the mean of the other steps.
double scatterOf(const BinSums& sums, const PartMeans& mean)
{
    double squares = 0;
    double count = 0;
    for (std::size_t step = 0; step < sums.steps; ++step) {
        for (std::size_t b = 0; b < sums.bins; ++b) {
            const double weight = sums.weights[sums.at(step, b)];
            const double otherWeight = mean.weights[b] - weight;
            if (weight <= 0 || otherWeight <= 0)
                continue;
            const double own = sums.sums[sums.at(step, b)] / weight;
            const double others = (mean.means[b] * mean.weights[b] - sums.sums[sums.at(step, b)]) / otherWeight;
            squares += (own - others) * (own - others) / (1 / weight + 1 / otherWeight);
            count += 1;
        }
    }
    return count > 0 ? squares / count : 0;
}

} // namespace

PartContrast partContrast(std::span<const PeriodSeries> series, const StepPath& path, std::size_t parts)
{
    constexpr std::size_t kBinsAPart = 12;
    constexpr std::size_t kShuffles = 40;
    PartContrast contrast{.steps = path.steps()};
    if (contrast.steps < 2)
        return contrast;
    std::vector<double> shuffled(kShuffles, 0.0);
    double observed = 0;
    double expected = 0;
    Random random(1);
    std::vector<std::size_t> rotations(contrast.steps, 0);
    for (const PeriodSeries& channel : series) {
        const BinSums sums = binSums(channel, path, kBinsAPart * parts);
        std::fill(rotations.begin(), rotations.end(), 0);
        const PartMeans means = partMeans(sums, parts, rotations);
        const double scatter = std::max(scatterOf(sums, means), 1e-9);
        // Weights each series by the significance of its differences, not by its noise.
        observed += means.between / scatter;
        expected += means.freedom;
        for (double& sum : shuffled) {
            for (std::size_t& rotation : rotations)
                rotation = random.below(parts);
            sum += partMeans(sums, parts, rotations).between / scatter;
        }
    }
    double mean = 0;
    for (const double sum : shuffled)
        mean += sum / kShuffles;
    double variance = 1e-9;
    for (const double sum : shuffled)
        variance += (sum - mean) * (sum - mean) / (kShuffles - 1);
    contrast.deviations = (observed - mean) / std::sqrt(variance);
    contrast.ratio = expected > 0 ? observed / expected : 0;
    return contrast;
}

StepPath joinedSteps(const StepPath& path, std::size_t count)
{
    StepPath joined;
    for (const StepRun& run : path.runs) {
        StepRun joinedRun;
        for (std::size_t k = 0; k < run.boundaries.size(); k += count)
            joinedRun.boundaries.push_back(run.boundaries[k]);
        if (joinedRun.steps() > 0)
            joined.runs.push_back(std::move(joinedRun));
    }
    return joined;
}

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

constexpr std::size_t kWindow = 24; ///< samples, few enough that jitter does not matter
constexpr std::size_t kMaxWindows = 400;
/// Grid of frequencies, in waves per sample. It contains the aliases of each of its slow waves: a slow wave off the
/// grid would lose to its alias on the grid even with regular samples.
constexpr double kStep = 1.0 / (4 * kWindow);
constexpr double kBorder = 0.47;
constexpr double kFastest = 2.2;

/// Drift within a window is indistinguishable from a wave of nearly one period per sample.
constexpr std::size_t kDriftWaves = 3; ///< number of the slowest waves that count as drift
constexpr double kMaxDriftShare = 0.6; ///< of the window's variance

/// Share of the window's variance that one sine wave explains.
double explainedShare(const PeriodSeries& series, std::size_t first, double wavesASecond)
{
    double mean = 0;
    for (std::size_t i = first; i < first + kWindow; ++i)
        mean += series.values[i] / kWindow;
    double re = 0;
    double im = 0;
    double squares = 1e-12;
    for (std::size_t i = first; i < first + kWindow; ++i) {
        const double value = series.values[i] - mean;
        const double angle = 2 * std::numbers::pi * wavesASecond * (series.times[i] - series.times[first]);
        re += value * std::cos(angle);
        im += value * std::sin(angle);
        squares += value * value;
    }
    return std::min(0.999, 2 * (re * re + im * im) / (kWindow * squares));
}

bool hasDrift(const PeriodSeries& series, std::size_t first, double sampling)
{
    for (std::size_t i = 1; i <= kDriftWaves; ++i) {
        if (explainedShare(series, first, kStep * static_cast<double>(i) / sampling) > kMaxDriftShare)
            return true;
    }
    return false;
}

} // namespace

double aliasGain(std::span<const PeriodSeries> series, double sampling)
{
    constexpr auto kWaves = static_cast<std::size_t>(kFastest / kStep);
    std::vector<double> nats(kWaves);
    for (const PeriodSeries& channel : series) {
        const std::size_t windows = channel.times.size() / kWindow;
        const std::size_t every = windows / kMaxWindows + 1;
        for (std::size_t w = 0; w < windows; w += every) {
            const std::size_t first = w * kWindow;
            if (channel.times[first + kWindow - 1] - channel.times[first] > 2 * kWindow * sampling)
                continue; // the window contains a gap
            if (hasDrift(channel, first, sampling))
                continue;
            for (std::size_t i = 0; i < kWaves; ++i) {
                const double share = explainedShare(channel, first, kStep * static_cast<double>(i + 1) / sampling);
                nats[i] -= kWindow / 2.0 * std::log(1 - share);
            }
        }
    }
    const auto border = nats.begin() + static_cast<std::ptrdiff_t>(kBorder / kStep);
    if (nats.empty())
        return 0;
    return *std::max_element(border, nats.end()) - *std::max_element(nats.begin(), border);
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
