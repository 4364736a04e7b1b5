#include "analysis/folding/fold.h"

#include "analysis/folding/folddeconvolution.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinPhaseSamples = 20;
constexpr double kGapFactor = 6;            ///< a gap that is this much longer than the longest random gap is unseen
constexpr double kMaxUnseenShare = 0.25;    ///< of the step
constexpr double kGoldenSection = 0.381966; ///< spreads the phases of successive samples most evenly

constexpr std::size_t kMinFoldedSamples = 40;
constexpr std::size_t kMinFoldedSteps = 4;
constexpr std::size_t kMinFoldBins = 8;
constexpr double kSamplesPerBin = 2;
constexpr double kBinsPerWindow = 32; ///< more bins add no detail to a deconvolved window
constexpr std::size_t kBlocks = 40;   ///< of steps, to estimate correlated noise

std::size_t stepCountOf(std::span<const FoldSample> samples)
{
    std::size_t steps = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        steps += i == 0 || samples[i].step != samples[i - 1].step ? 1 : 0;
    return steps;
}

Message reasonAgainstFold(std::span<const FoldSample> samples, const FoldedWaveform& fold)
{
    if (!(fold.stepSeconds > 0))
        return translatable("Fold", "there are no steps to fold: the training has to mark them");
    if (samples.empty())
        return translatable("Fold", "there are no samples of this channel in the steps");
    if (fold.steps < kMinFoldedSteps)
        return translatable("Fold", "too few steps to fold: record at least %1").arg(std::to_string(kMinFoldedSteps));
    if (samples.size() < kMinFoldedSamples)
        return translatable("Fold", "too few samples in these steps: record more steps, or sample faster");
    const auto [least, most] = std::minmax_element(
        samples.begin(), samples.end(), [](const FoldSample& a, const FoldSample& b) { return a.value < b.value; });
    if (least->value == most->value)
        return translatable("Fold", "every sample has the same value: this channel does not vary within a step");
    return {};
}

std::size_t binsFor(std::span<const FoldSample> samples, const FoldedWaveform& fold, std::size_t maximum)
{
    double bins = std::min(static_cast<double>(samples.size()) / kSamplesPerBin, static_cast<double>(maximum));
    if (fold.windowSeconds > 0)
        bins = std::min(bins, kBinsPerWindow * fold.stepSeconds / fold.windowSeconds);
    return std::max(static_cast<std::size_t>(bins), kMinFoldBins);
}

/// Variance of the means of blocks of steps, relative to the variance with independent noise of the samples; at
/// least 1.
double correlatedNoise(std::span<const FoldSample> samples, const FoldMoments& moments, const FoldSolution& solution,
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
    const auto closeBlock = [&] {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            spread += sum[i] * sum[i];
            expected += count[i];
        }
        ++blocks;
    };
    // Coarse bins are sufficient: correlated deviations are wider than a window.
    const std::size_t coarseBins = std::clamp<std::size_t>(bins / 16, 1, 16);
    FoldMoments::Row row;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i == 0 || (samples[i].step != samples[i - 1].step && ++step % perBlock == 0)) {
            if (i > 0)
                closeBlock();
            sum.assign(coarseBins, 0);
            count.assign(coarseBins, 0);
        }
        FoldMoments::rowOf(samples[i], fold.stepSeconds, bins, row);
        double predicted = 0;
        for (std::size_t k = 0; k < row.weights.size(); ++k)
            predicted += row.weights[k] * solution.value[(row.first + k) % bins];
        const std::size_t place = row.first * coarseBins / bins;
        sum[place] += samples[i].value - predicted;
        count[place] += 1;
    }
    closeBlock();
    const double ratio = expected > 0 ? spread / (expected * solution.noise * solution.noise) : 1;
    // The ratio has a standard error of a few per cent; smaller excesses are ignored.
    const double significant = 1 + 2 * std::sqrt(2 / static_cast<double>(blocks * coarseBins));
    return ratio > significant ? ratio : 1;
}

} // namespace

SamplingPhases samplingPhases(std::span<const FoldSample> samples, double stepSeconds, double period)
{
    SamplingPhases phases;
    if (samples.size() < kMinPhaseSamples || !(stepSeconds > 0))
        return phases;
    std::vector<double> ends;
    ends.reserve(samples.size());
    for (const FoldSample& sample : samples)
        ends.push_back(sample.end - stepSeconds * std::floor(sample.end / stepSeconds));
    std::sort(ends.begin(), ends.end());
    const auto count = static_cast<double>(ends.size());
    // With n random points on a circle, the longest gap is about ln n times the mean gap.
    const double randomGap = stepSeconds * std::log(count) / count;
    std::size_t gaps = 0;
    double unseen = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const double gap = i + 1 < ends.size() ? ends[i + 1] - ends[i] : ends.front() + stepSeconds - ends.back();
        phases.longestGap = std::max(phases.longestGap, gap);
        if (gap > kGapFactor * randomGap) {
            unseen += gap;
            ++gaps;
        }
    }
    phases.unseenShare = unseen / stepSeconds;
    phases.isCommensurate = phases.unseenShare > kMaxUnseenShare;
    if (!phases.isCommensurate)
        return phases;
    phases.distinctPhases = gaps;
    if (period > 0) {
        const double perStep = std::max(std::round(stepSeconds / period), 1.0);
        phases.betterPeriod = stepSeconds / (perStep + kGoldenSection);
    }
    return phases;
}

FoldedWaveform foldSamples(std::span<const FoldSample> samples, double stepSeconds, const FoldOptions& options,
                           const std::stop_token& stop)
{
    FoldedWaveform fold;
    fold.stepSeconds = stepSeconds;
    fold.samples = samples.size();
    fold.steps = stepCountOf(samples);
    for (const FoldSample& sample : samples)
        fold.windowSeconds += (sample.end - sample.begin) / static_cast<double>(samples.size());
    fold.phases = samplingPhases(samples, stepSeconds, options.samplingPeriod);
    fold.reason = reasonAgainstFold(samples, fold);
    if (!fold.reason.empty())
        return fold;
    const FoldMoments moments(samples, stepSeconds, binsFor(samples, fold, options.maxBins));
    fold.binSeconds = stepSeconds / static_cast<double>(moments.bins());
    const auto solution = deconvolve(moments, stop);
    if (!solution) {
        fold.reason = stop.stop_requested() ? translatable("Fold", "cancelled")
                                            : translatable("Fold", "the samples do not determine a waveform");
        return fold;
    }
    fold.value = solution->value;
    fold.noise = solution->noise;
    const double correlation = correlatedNoise(samples, moments, *solution, fold);
    for (std::size_t i = 0; i < fold.value.size(); ++i) {
        const double variance = solution->variance[i] + (correlation - 1) * solution->noiseVariance[i];
        const double half = normalHalfWidth95() * std::sqrt(std::max(variance, 0.0));
        fold.low.push_back(fold.value[i] - half);
        fold.high.push_back(fold.value[i] + half);
    }
    fold.resolutionSeconds = std::max(median(solution->width), 1.0) * fold.binSeconds;
    if (fold.phases.isCommensurate)
        fold.resolutionSeconds = std::max(fold.resolutionSeconds, fold.phases.longestGap);
    return fold;
}

} // namespace stepscope::analysis
