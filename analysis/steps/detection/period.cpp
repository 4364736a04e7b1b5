#include "analysis/steps/detection/period.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/detection/periodcandidates.h"
#include "analysis/steps/detection/periodoctave.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr double kTrendSteps = 4; ///< window of the high-pass filter, in steps

/// The result for one candidate period.
struct Trial
{
    StepFit fit{};
    double gain = 0;       ///< nats per sample
    bool tooShort = false; ///< the true period is too short for the sampling
    std::vector<PeriodSeries> series{};
};

PeriodSpan stretchFor(PeriodSpan span, double period, double sampling)
{
    constexpr double kSteps = 24;
    constexpr double kSamples = 500;
    constexpr double kMaxSteps = 160;
    const double seconds =
        std::min({span.seconds(), std::max(kSteps * period, kSamples * sampling), kMaxSteps * period});
    const double middle = (span.begin + span.end) / 2;
    return {middle - seconds / 2, middle + seconds / 2};
}

std::vector<PeriodSeries> seriesIn(std::span<const PeriodSeries> series, PeriodSpan span)
{
    std::vector<PeriodSeries> parts;
    for (const PeriodSeries& channel : series) {
        const auto first =
            std::lower_bound(channel.times.begin(), channel.times.end(), span.begin) - channel.times.begin();
        const auto last =
            std::upper_bound(channel.times.begin(), channel.times.end(), span.end) - channel.times.begin();
        if (last - first < 4)
            continue;
        parts.push_back({.channel = channel.channel,
                         .floor = channel.floor,
                         .times = {channel.times.begin() + first, channel.times.begin() + last},
                         .values = {channel.values.begin() + first, channel.values.begin() + last}});
    }
    return parts;
}

/// Reduces the series to about `samples` samples, but to no fewer than 40 per step.
std::vector<PeriodSeries> thinnedTo(std::size_t samples, std::vector<PeriodSeries> series, double period,
                                    double sampling)
{
    constexpr double kMinPerStep = 40;
    std::size_t longest = 0;
    for (const PeriodSeries& channel : series)
        longest = std::max(longest, channel.times.size());
    const double neighbours =
        std::min(static_cast<double>(longest) / static_cast<double>(samples), period / sampling / kMinPerStep);
    return neighbours < 2 ? std::move(series) : thinned(series, static_cast<std::size_t>(neighbours), sampling);
}

Trial tryPeriod(std::span<const PeriodSeries> series, PeriodSpan span, double period, double sampling)
{
    const PeriodSpan stretch = stretchFor(span, period, sampling);
    Trial trial;
    trial.series = seriesIn(series, stretch);
    if (trial.series.empty())
        return trial;
    constexpr std::size_t kSamples = 1500;
    trial.series = thinnedTo(kSamples, withoutTrend(trial.series, kTrendSteps * period), period, sampling);
    trial.fit = fitStretch(trial.series, stretch, period);
    double samples = 1;
    for (const PeriodSeries& channel : trial.series)
        samples += static_cast<double>(channel.times.size());
    trial.gain = trial.fit.period > 0 ? trial.fit.score / samples : 0;
    return trial;
}

/// Factors of octave errors: a step with equal parts is several steps; steps that differ periodically are parts of one.
constexpr std::array<std::size_t, 3> kOctaveFactors{2, 3, 5};

bool partsDiffer(const PartContrast& contrast)
{
    constexpr double kDeviations = 5;
    constexpr double kRatio = 2;
    return contrast.ratio > kRatio && (contrast.deviations > kDeviations || contrast.steps < 8);
}

struct Octave
{
    double period = 0;
    double minGain = 0; ///< required gain, relative to the current one
};
/// Another period that may fit better than the trial's.
std::optional<Octave> otherOctave(const Trial& trial)
{
    // Shorter steps have fewer samples each.
    constexpr double kShorter = 0.35;
    double partRatio = 0;
    for (const std::size_t parts : kOctaveFactors) {
        const PartContrast contrast = partContrast(trial.series, trial.fit.path, parts);
        if (!partsDiffer(contrast))
            return Octave{trial.fit.period / static_cast<double>(parts), kShorter};
        partRatio = std::max(partRatio, contrast.ratio);
    }
    // Longer steps must have a larger gain, unless they differ as much as the parts of a step do: if a step has a
    // half-integer number of samples, every second step is sampled at other phases and looks slightly different.
    constexpr double kMore = 1.004;
    constexpr double kAsMuch = 0.1;
    constexpr double kLonger = 0.8;
    for (const std::size_t count : kOctaveFactors) {
        const StepPath joined = joinedSteps(trial.fit.path, count);
        if (joined.steps() < 4)
            continue;
        const PartContrast contrast = partContrast(trial.series, joined, count);
        if (partsDiffer(contrast))
            return Octave{trial.fit.period * static_cast<double>(count),
                          contrast.ratio > kAsMuch * partRatio ? kLonger : kMore};
    }
    return std::nullopt;
}

/// Why the whole recording, which has more samples than the part that decided the octave, does not confirm it; empty
/// when it does. The bounds were set on 2,500 series with other seeds than those of tests/bench/bench_period: no
/// correct period known to 0.1 % is rejected there, and about one in forty of the less precise ones.
std::string reasonAgainstOctave(std::span<const PeriodSeries> series, const StepPath& path)
{
    double smallest = INFINITY;
    double largest = 0;
    for (const std::size_t parts : kOctaveFactors) {
        const PartContrast contrast = partContrast(series, path, parts);
        smallest = partsDiffer(contrast) ? std::min(smallest, contrast.ratio) : 0;
        largest = std::max(largest, contrast.ratio);
    }
    constexpr double kMinRatio = 0.01; // of the largest ratio
    if (smallest < kMinRatio * largest)
        return "its parts are nearly equal: the step may be shorter";
    // Imprecise boundaries make triples of steps differ as much as pairs.
    constexpr double kMuchMore = 15;
    const PartContrast pairs = partContrast(series, joinedSteps(path, 2), 2);
    const PartContrast threes = partContrast(series, joinedSteps(path, 3), 3);
    if (partsDiffer(pairs) && pairs.ratio > kMuchMore * std::max(threes.ratio, 1.0))
        return "every second step differs: the step may be twice as long";
    return {};
}

Trial decideOctave(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Trial best)
{
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
        const std::optional<Octave> other = otherOctave(best);
        if (!other || other->period > span.seconds() / kMinSteps)
            break;
        if (other->period < kMinSamplesPerStep * sampling) {
            best.tooShort = true;
            break;
        }
        Trial trial = tryPeriod(series, span, other->period, sampling);
        if (trial.gain < other->minGain * best.gain)
            break;
        best = std::move(trial);
    }
    return best;
}

PeriodFinding withoutPeriod(PeriodFinding finding, PeriodVerdict verdict, std::string reason)
{
    finding.verdict = verdict;
    finding.reason = std::move(reason);
    finding.confidence = 0;
    return finding;
}

/// The best period on a part of the recording.
Trial bestTrial(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, const std::stop_token& stop)
{
    Trial best;
    for (const double period : periodCandidates(series)) {
        if (stop.stop_requested())
            return {};
        Trial trial = tryPeriod(series, span, period, sampling);
        if (best.fit.period == 0 || trial.gain > best.gain)
            best = std::move(trial);
    }
    return best.fit.period > 0 ? decideOctave(series, span, sampling, std::move(best)) : best;
}

/// Follows the steps through the whole recording; none when there are fewer than two.
std::optional<RefinedPath> followAll(const std::vector<PeriodSeries>& whole, PeriodSpan span, const StepFit& fit)
{
    constexpr int kRounds = 2;
    // Series without samples in the part have no shape yet.
    StepShape shape = fit.shape.means.size() == whole.size() ? fit.shape : shapeOf(whole, fit.path, kPathGrid);
    StepPath path;
    for (int round = 0; round < kRounds; ++round) {
        path = findPath(whole, span, shape, fit.period, {});
        if (path.steps() < 2)
            return std::nullopt;
        shape = shapeOf(whole, path, kPathGrid);
    }
    return refinePath(whole, span, std::move(path));
}

double errorOf(const RefinedPath& refined)
{
    // Compared with the marks of real trainings, the error is twice the estimate from correlations within a quarter of
    // a step. The end of a step that was recorded in part is known only to the jitter.
    constexpr double kErrorFactor = 2;
    constexpr double kEnds = 0.5;
    return std::hypot(kErrorFactor * refined.error, kEnds * refined.jitter * refined.seconds / refined.steps);
}

void describe(RefinedPath refined, double sampling, PeriodFinding& finding)
{
    finding.seconds = refined.seconds;
    finding.steps = refined.steps;
    finding.error = errorOf(refined);
    finding.jitter = refined.jitter;
    finding.drift = refined.drift;
    finding.samplesAStep = refined.seconds / sampling;
    double residual = 0;
    for (const double variance : refined.shape.variances)
        residual += variance / static_cast<double>(refined.shape.variances.size());
    finding.explained = std::clamp(1 - residual, 0.0, 1.0);
    finding.path = std::move(refined.path);
    finding.counted = std::move(refined.counted);
}

/// Recomputes the mean without outlier steps. The error is never smaller than before.
void settle(std::span<const PeriodSeries> whole, PeriodFinding& finding)
{
    RefinedPath settled = settlePath(whole, finding.span, finding.path);
    if (settled.steps <= 0)
        return;
    finding.error = std::max(finding.error, errorOf(settled));
    finding.seconds = settled.seconds;
    finding.steps = settled.steps;
    finding.path = std::move(settled.path);
    finding.counted = std::move(settled.counted);
}

double coveredShare(const PeriodFinding& finding)
{
    double seconds = 0;
    for (const StepRun& run : finding.path.runs)
        seconds +=
            std::min(run.boundaries.back(), finding.span.end) - std::max(run.boundaries.front(), finding.span.begin);
    return seconds / finding.span.seconds();
}

constexpr double kCoherence = 6; ///< standard deviations, of foldCoherence

/// Amplitude of the waveform: the difference of the two levels of a square wave with the same mean absolute deviation.
/// The range would be dominated by noise.
double amplitude(std::span<const double> wave)
{
    const auto size = static_cast<double>(wave.size());
    const double mean = std::accumulate(wave.begin(), wave.end(), 0.0) / size;
    return 2 / size * std::accumulate(wave.begin(), wave.end(), 0.0, [mean](double sum, double value) {
               return sum + std::abs(value - mean);
           });
}

/// Whether all repetition is weaker than the floor of its channel.
bool isBelowFloor(std::span<const PeriodSeries> series, const StepPath& path, const StepShape& shape)
{
    bool hasFloor = false;
    for (std::size_t s = 0; s < std::min(series.size(), shape.means.size()); ++s) { // the shape is empty without steps
        hasFloor = hasFloor || series[s].floor > 0;
        if (amplitude(shape.means[s]) > series[s].floor &&
            foldCoherence(series.subspan(s, 1), path, kPathGrid) > kCoherence)
            return false;
    }
    return hasFloor;
}

constexpr double kLine = 10; ///< standard deviations, of lineStrength

/// Why the path contains no periodic steps; empty when it does. The bounds were set with tests/bench/bench_period on
/// series with other seeds: a path through noise has more jitter and drift, and no lines in its spectrum.
std::string reasonAgainst(const PeriodFinding& finding, std::span<const PeriodSeries> whole,
                          std::span<const PeriodSeries> series, double sampling)
{
    constexpr double kMaxJitter = 0.075;
    constexpr double kMaxDrift = 0.12;
    // A path through noise with such jitter or drift has a coherence of at most 26, and explains less than 0.65.
    constexpr double kClearCoherence = 35;
    constexpr double kClearExplained = 0.7;
    constexpr double kClearCovered = 0.75;
    constexpr double kFewSamples = 16; // per step; with more, no path through noise is coherent
    constexpr double kMinCovered = 0.2;
    if (finding.steps < kMinSteps)
        return "fewer than three similar stretches";
    if (coveredShare(finding) < kMinCovered)
        return "less than a fifth of the recording is periodic";
    const double coherence = foldCoherence(whole, finding.path, kPathGrid);
    const bool isIrregular = finding.jitter > kMaxJitter || finding.drift > kMaxDrift;
    const bool isClear =
        coherence > kClearCoherence && finding.explained > kClearExplained && coveredShare(finding) > kClearCovered;
    if (isIrregular && !isClear)
        return "similar stretches occur at random intervals";
    if (coherence < kCoherence ||
        (finding.samplesAStep < kFewSamples && lineStrength(series, sampling, finding.seconds) < kLine))
        return "no repetition stronger than that of noise";
    return {};
}

/// Why the steps may be an alias of steps shorter than two samples; empty when they are not.
std::string aliasReason(const PeriodFinding& finding, std::span<const PeriodSeries> series, double sampling)
{
    constexpr double kMaxSamples = 12; // per step
    if (finding.samplesAStep >= kMaxSamples)
        return {};
    // Aliasing multiplies the jitter of short steps.
    const bool jitters = finding.jitter > 0.02;
    const double clear = finding.samplesAStep < 5 || jitters ? 15 : 6; // nats
    const double gain = aliasGain(series, sampling);
    if (gain > clear)
        return "steps are probably shorter than two samples: sample faster";
    constexpr double kFewAliased = 8; // samples per step: few short steps have an alias this long
    if (gain > -clear && finding.samplesAStep < kFewAliased)
        return "with such regular sampling, steps shorter than two samples would look the same: sample faster";
    return {};
}

} // namespace

PeriodFinding findPeriod(std::span<const PeriodChannel> channels, const std::stop_token& stop)
{
    PeriodFinding finding;
    const std::vector<PeriodSeries> series = preparedSeries(channels);
    if (series.empty())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, "no channel has eight samples with different values");
    const double sampling = samplingStep(series);
    finding.span = spanOf(series);
    const Trial best = bestTrial(series, finding.span, sampling, stop);
    if (stop.stop_requested())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, "cancelled");
    if (best.fit.period == 0)
        return withoutPeriod(finding, PeriodVerdict::NotPeriodic, "nothing repeats");
    if (best.tooShort && lineStrength(series, sampling, best.fit.period) < kLine)
        return withoutPeriod(finding, PeriodVerdict::NotPeriodic, "no repetition stronger than that of noise");
    if (best.tooShort)
        return withoutPeriod(finding, PeriodVerdict::CannotTell,
                             "the repetition is too short for the sampling period: sample faster");
    constexpr std::size_t kSamples = 50'000;
    const auto whole =
        thinnedTo(kSamples, withoutTrend(series, kTrendSteps * best.fit.period), best.fit.period, sampling);
    std::optional<RefinedPath> refined = followAll(whole, finding.span, best.fit);
    if (!refined)
        return withoutPeriod(finding, PeriodVerdict::NotPeriodic, "nothing repeats");
    const bool onlyBelowFloor = isBelowFloor(whole, refined->path, refined->shape);
    describe(std::move(*refined), sampling, finding);
    const auto reject = [&finding](PeriodVerdict verdict, std::string reason) {
        finding.seconds = 0;
        finding.path = {};
        finding.counted = {};
        return withoutPeriod(std::move(finding), verdict, std::move(reason));
    };
    if (std::string reason = reasonAgainst(finding, whole, series, sampling); !reason.empty())
        return reject(PeriodVerdict::NotPeriodic, std::move(reason));
    if (onlyBelowFloor)
        return reject(PeriodVerdict::CannotTell, "the repetition is no stronger than the profiling overhead");
    if (std::string reason = aliasReason(finding, series, sampling); !reason.empty())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, std::move(reason));
    if (std::string reason = reasonAgainstOctave(whole, finding.path); !reason.empty())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, std::move(reason));
    settle(whole, finding);
    constexpr double kMinConfidence = 0.99;
    finding.confidence = normalCoverage(kPeriodPrecision * finding.seconds / finding.error);
    if (finding.confidence >= kMinConfidence) {
        finding.verdict = PeriodVerdict::Periodic;
    } else {
        finding.verdict = PeriodVerdict::Approximate;
        finding.reason = "the recording is too short to determine the mean step to 0.1 %";
    }
    return finding;
}

} // namespace stepscope::analysis
