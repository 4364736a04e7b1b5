#include "analysis/algorithms/periodoctave.h"

#include <algorithm>
#include <cmath>
#include <random>

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
    BinSums found{.bins = bins, .steps = path.steps()};
    found.sums.resize(bins * found.steps);
    found.weights.resize(bins * found.steps);
    std::size_t step = 0;
    for (const StepRun& run : path.runs) {
        auto i = static_cast<std::size_t>(
            std::lower_bound(series.times.begin(), series.times.end(), run.boundaries.front()) - series.times.begin());
        for (std::size_t k = 0; k + 1 < run.boundaries.size(); ++k, ++step) {
            const double length = run.boundaries[k + 1] - run.boundaries[k];
            for (; i < series.times.size() && series.times[i] < run.boundaries[k + 1]; ++i) {
                const double phase = (series.times[i] - run.boundaries[k]) / length;
                const auto bin = std::min(static_cast<std::size_t>(phase * static_cast<double>(bins)), bins - 1);
                found.sums[found.at(step, bin)] += series.values[i];
                found.weights[found.at(step, bin)] += 1;
            }
        }
    }
    return found;
}

/// Squared differences between the parts, each step's parts moved on by its own `turn`; weighted by samples.
struct PartMeans
{
    double between = 0; ///< squares
    double freedom = 0; ///< how many there are
    std::vector<double> means{};
    std::vector<double> weights{};
};
PartMeans partMeans(const BinSums& sums, std::size_t parts, const std::vector<std::size_t>& turns)
{
    PartMeans found;
    found.means.resize(sums.bins);
    found.weights.resize(sums.bins);
    const std::size_t inPart = sums.bins / parts;
    for (std::size_t step = 0; step < sums.steps; ++step) {
        for (std::size_t b = 0; b < sums.bins; ++b) {
            const std::size_t to = (b + turns[step] * inPart) % sums.bins;
            found.means[to] += sums.sums[sums.at(step, b)];
            found.weights[to] += sums.weights[sums.at(step, b)];
        }
    }
    for (std::size_t b = 0; b < inPart; ++b) {
        double sum = 0;
        double weight = 0;
        for (std::size_t p = 0; p < parts; ++p) {
            sum += found.means[p * inPart + b];
            weight += found.weights[p * inPart + b];
        }
        double present = 0;
        for (std::size_t p = 0; p < parts; ++p) {
            const std::size_t bin = p * inPart + b;
            if (found.weights[bin] <= 0)
                continue;
            found.means[bin] /= found.weights[bin];
            const double off = found.means[bin] - sum / weight;
            found.between += found.weights[bin] * off * off;
            ++present;
        }
        found.freedom += std::max(0.0, present - 1);
    }
    return found;
}

/// Mean square, a sample, of how the bins of single steps differ from the mean of all steps.
double scatterOf(const BinSums& sums, const PartMeans& mean)
{
    double squares = 0;
    double count = 0;
    for (std::size_t step = 0; step < sums.steps; ++step) {
        for (std::size_t b = 0; b < sums.bins; ++b) {
            const double weight = sums.weights[sums.at(step, b)];
            const double left = mean.weights[b] - weight;
            if (weight <= 0 || left <= 0)
                continue;
            const double own = sums.sums[sums.at(step, b)] / weight;
            const double others = (mean.means[b] * mean.weights[b] - sums.sums[sums.at(step, b)]) / left;
            squares += (own - others) * (own - others) / (1 / weight + 1 / left);
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
    PartContrast found{.steps = path.steps()};
    if (found.steps < 2)
        return found;
    std::vector<double> shuffled(kShuffles, 0.0);
    double asFound = 0;
    double expected = 0;
    std::mt19937 random(1); // the same recording gets the same answer
    std::vector<std::size_t> turns(found.steps, 0);
    for (const PeriodSeries& one : series) {
        const BinSums sums = binSums(one, path, kBinsAPart * parts);
        std::fill(turns.begin(), turns.end(), 0);
        const PartMeans means = partMeans(sums, parts, turns);
        const double scatter = std::max(scatterOf(sums, means), 1e-9);
        // Each series counts by how clearly it differs, not by how much it scatters.
        asFound += means.between / scatter;
        expected += means.freedom;
        for (double& sum : shuffled) {
            for (std::size_t& turn : turns)
                turn = random() % parts;
            sum += partMeans(sums, parts, turns).between / scatter;
        }
    }
    double mean = 0;
    for (const double sum : shuffled)
        mean += sum / kShuffles;
    double variance = 1e-9;
    for (const double sum : shuffled)
        variance += (sum - mean) * (sum - mean) / (kShuffles - 1);
    found.deviations = (asFound - mean) / std::sqrt(variance);
    found.ratio = expected > 0 ? asFound / expected : 0;
    return found;
}

StepPath joinedSteps(const StepPath& path, std::size_t count)
{
    StepPath joined;
    for (const StepRun& run : path.runs) {
        StepRun longer;
        for (std::size_t k = 0; k < run.boundaries.size(); k += count)
            longer.boundaries.push_back(run.boundaries[k]);
        if (longer.steps() > 0)
            joined.runs.push_back(std::move(longer));
    }
    return joined;
}

double foldCoherence(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins)
{
    double told = 0;
    double noise = 1e-12;
    for (const PeriodSeries& one : series) {
        double products = 0;
        double squares = 1e-12;
        for (std::size_t i = 1; i < one.values.size(); ++i) {
            products += one.values[i] * one.values[i - 1];
            squares += one.values[i - 1] * one.values[i - 1];
        }
        const double kept = std::clamp(products / squares, 0.0, 1.0);
        PeriodSeries added{.times = one.times, .values = one.values};
        added.values[0] = 0;
        double variance = 1e-12;
        for (std::size_t i = 1; i < one.values.size(); ++i) {
            added.values[i] = one.values[i] - kept * one.values[i - 1];
            variance += added.values[i] * added.values[i] / static_cast<double>(one.values.size());
        }
        const BinSums sums = binSums(added, path, bins);
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
                told += own * others / variance;
                noise += count * others * others / variance;
            }
        }
    }
    return told / std::sqrt(noise);
}

} // namespace stepscope::analysis
