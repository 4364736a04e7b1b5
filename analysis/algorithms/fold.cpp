#include "analysis/algorithms/fold.h"

#include "analysis/algorithms/folddeconvolution.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSamples = 40;
constexpr std::size_t kFewestSteps = 4;
constexpr std::size_t kFewestBins = 8;
constexpr double kSamplesPerBin = 2;
constexpr double kBinsPerWindow = 32; ///< finer, a window undone shows nothing more
constexpr double kBand = 1.96;        ///< standard deviations of a 95 % band
constexpr std::size_t kBlocks = 40;   ///< of steps, to see how much of the noise they share

std::size_t stepsOf(std::span<const FoldSample> samples)
{
    std::size_t steps = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        steps += i == 0 || samples[i].step != samples[i - 1].step ? 1 : 0;
    return steps;
}

std::string whyNot(std::span<const FoldSample> samples, const FoldedWaveform& fold)
{
    if (!(fold.stepSeconds > 0))
        return "there are no steps to lay over each other: the training has to mark them";
    if (samples.empty())
        return "there is no reading of this channel in the steps";
    if (fold.steps < kFewestSteps)
        return "too few steps to lay over each other: record " + std::to_string(kFewestSteps) + " at least";
    if (samples.size() < kFewestSamples)
        return "too few readings in these steps to see inside one: record more steps, or sample faster";
    const auto [least, most] = std::minmax_element(
        samples.begin(), samples.end(), [](const FoldSample& a, const FoldSample& b) { return a.value < b.value; });
    if (least->value == most->value)
        return "every reading has the same value: what is inside a step does not show in this channel";
    return {};
}

std::size_t binsFor(std::span<const FoldSample> samples, const FoldedWaveform& fold, std::size_t most)
{
    double bins = std::min(static_cast<double>(samples.size()) / kSamplesPerBin, static_cast<double>(most));
    if (fold.windowSeconds > 0)
        bins = std::min(bins, kBinsPerWindow * fold.stepSeconds / fold.windowSeconds);
    return std::max(static_cast<std::size_t>(bins), kFewestBins);
}

/// How much larger the variance of what blocks of steps say is than if each reading's noise were its own; at least 1.
double sharedNoise(std::span<const FoldSample> samples, const FoldMoments& moments, const FoldSolution& solution,
                   const FoldedWaveform& fold)
{
    const std::size_t bins = moments.bins();
    const std::size_t perBlock = (fold.steps + kBlocks - 1) / kBlocks;
    std::vector<double> sum;
    std::vector<double> count;
    double spread = 0;
    double expected = 0;
    std::size_t step = 0;
    std::size_t blocks = 0;
    const auto close = [&] {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            spread += sum[i] * sum[i];
            expected += count[i];
        }
        ++blocks;
    };
    // A coarse look is enough: what steps share is wider than a window.
    const std::size_t coarse = std::clamp<std::size_t>(bins / 16, 1, 16);
    FoldMoments::Row row;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i == 0 || (samples[i].step != samples[i - 1].step && ++step % perBlock == 0)) {
            if (i > 0)
                close();
            sum.assign(coarse, 0);
            count.assign(coarse, 0);
        }
        FoldMoments::rowOf(samples[i], fold.stepSeconds, bins, row);
        double shown = 0;
        for (std::size_t k = 0; k < row.weights.size(); ++k)
            shown += row.weights[k] * solution.value[(row.first + k) % bins];
        const std::size_t place = row.first * coarse / bins;
        sum[place] += samples[i].value - shown;
        count[place] += 1;
    }
    close();
    const double ratio = expected > 0 ? spread / (expected * solution.noise * solution.noise) : 1;
    // So many sums say it within a few per cent; what lies in that is chance.
    const double chance = 1 + 2 * std::sqrt(2 / static_cast<double>(blocks * coarse));
    return ratio > chance ? ratio : 1;
}

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

FoldedWaveform foldSamples(std::span<const FoldSample> samples, double stepSeconds, const FoldOptions& options,
                           const Cancelled& cancelled)
{
    FoldedWaveform fold;
    fold.stepSeconds = stepSeconds;
    fold.samples = samples.size();
    fold.steps = stepsOf(samples);
    for (const FoldSample& sample : samples)
        fold.windowSeconds += (sample.end - sample.begin) / static_cast<double>(samples.size());
    fold.phases = samplingPhases(samples, stepSeconds, options.samplingPeriod);
    fold.reason = whyNot(samples, fold);
    if (!fold.reason.empty())
        return fold;
    const FoldMoments moments(samples, stepSeconds, binsFor(samples, fold, options.mostBins));
    fold.binSeconds = stepSeconds / static_cast<double>(moments.bins());
    const auto solution = deconvolve(moments, cancelled);
    if (!solution) {
        fold.reason = cancelled && cancelled() ? "cancelled" : "the readings do not tell a waveform";
        return fold;
    }
    fold.value = solution->value;
    fold.noise = solution->noise;
    const double shared = sharedNoise(samples, moments, *solution, fold);
    for (std::size_t i = 0; i < fold.value.size(); ++i) {
        const double variance = solution->variance[i] + (shared - 1) * solution->noiseVariance[i];
        const double half = kBand * std::sqrt(std::max(variance, 0.0));
        fold.low.push_back(fold.value[i] - half);
        fold.high.push_back(fold.value[i] + half);
    }
    fold.resolutionSeconds = std::max(medianOf(solution->width), 1.0) * fold.binSeconds;
    if (fold.phases.isCommensurate)
        fold.resolutionSeconds = std::max(fold.resolutionSeconds, fold.phases.longestGap);
    return fold;
}

} // namespace stepscope::analysis
