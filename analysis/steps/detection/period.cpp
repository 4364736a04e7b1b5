#include "analysis/steps/detection/period.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/detection/periodcandidates.h"
#include "analysis/steps/detection/periodexplained.h"
#include "analysis/steps/detection/periodnoise.h"
#include "analysis/steps/detection/periodplaces.h"
#include "analysis/steps/detection/periodscales.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kTrendSteps = 4; ///< window of the high-pass filter, in steps

/// The result for one candidate period, on a part of the recording.
struct Trial
{
    StepFit fit{};
    double gain = 0; ///< nats per sample
    std::vector<PeriodSeries> series{};
};

PeriodSpan middleOf(PeriodSpan span, double seconds)
{
    const double middle = (span.begin + span.end) / 2;
    return {middle - seconds / 2, middle + seconds / 2};
}

PeriodSpan stretchFor(PeriodSpan span, double period, double sampling)
{
    constexpr double kSteps = 24;
    constexpr double kSamples = 500;
    constexpr double kMaxSteps = 160;
    const double seconds =
        std::min({span.seconds(), std::max(kSteps * period, kSamples * sampling), kMaxSteps * period});
    return middleOf(span, seconds);
}

std::vector<PeriodSeries> seriesIn(std::span<const PeriodSeries> series, PeriodSpan span, double period)
{
    std::vector<PeriodSeries> parts;
    for (const PeriodSeries& channel : series) {
        const auto first =
            std::lower_bound(channel.times.begin(), channel.times.end(), span.begin) - channel.times.begin();
        const auto last =
            std::upper_bound(channel.times.begin(), channel.times.end(), span.end) - channel.times.begin();
        // A path can be bent to any few samples a step.
        const double shortest = threshold::kMinSamplesPerStep * span.seconds() / static_cast<double>(last - first);
        if (last - first < 4 || period < shortest)
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
    trial.series = seriesIn(series, stretch, period);
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

/// All candidates that were tried, the best first.
struct Proposal
{
    std::vector<Trial> trials{};
    [[nodiscard]] double bestGain() const { return trials.empty() ? 0 : trials.front().gain; }
};

/// A short path can be bent to follow noise, but noise has no lines in its spectrum.
bool mayBeNoise(std::span<const PeriodSeries> series, double sampling, double period)
{
    return period < threshold::kLineSamples * sampling && lineStrength(series, sampling, period) < threshold::kMinLine;
}

Proposal propose(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, const std::stop_token& stop)
{
    constexpr double kLineSpan = 65'536; // samples; enough for a line, and quick
    const std::vector<PeriodSeries> part =
        seriesIn(series, middleOf(span, std::min(span.seconds(), kLineSpan * sampling)), span.seconds());
    Proposal proposal;
    for (const double period : periodCandidates(series)) {
        if (stop.stop_requested())
            break;
        Trial trial = tryPeriod(series, span, period, sampling);
        if (trial.fit.period > 0 && !mayBeNoise(part, sampling, trial.fit.period))
            proposal.trials.push_back(std::move(trial));
    }
    std::stable_sort(proposal.trials.begin(), proposal.trials.end(),
                     [](const Trial& a, const Trial& b) { return a.gain > b.gain; });
    return proposal;
}

/// A period followed through the whole recording.
struct Followed
{
    std::vector<PeriodSeries> series{}; ///< of the whole recording, prepared for this period
    RefinedPath refined{};
    double explained = 0;   ///< see explainedBy()
    std::size_t cycles = 1; ///< that differ by their place, in a step
};

std::vector<PeriodSeries> preparedFor(double period, std::span<const PeriodSeries> series, double sampling)
{
    constexpr std::size_t kSamples = 50'000;
    return thinnedTo(kSamples, withoutTrend(series, kTrendSteps * period), period, sampling);
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

std::optional<Followed> follow(std::span<const PeriodSeries> series, PeriodSpan span, double sampling,
                               const StepFit& fit)
{
    Followed followed{.series = preparedFor(fit.period, series, sampling)};
    std::optional<RefinedPath> refined = followAll(followed.series, span, fit);
    if (!refined)
        return std::nullopt;
    followed.refined = std::move(*refined);
    followed.explained = explainedBy(followed.series, followed.refined);
    return followed;
}

double coveredShare(const StepPath& path, PeriodSpan span)
{
    double seconds = 0;
    for (const StepRun& run : path.runs)
        seconds += std::min(run.boundaries.back(), span.end) - std::max(run.boundaries.front(), span.begin);
    return seconds / span.seconds();
}

/// Follows the best candidate whose steps cover and explain enough of the recording; the best one where none does.
std::optional<Followed> followBest(std::span<const PeriodSeries> series, PeriodSpan span, double sampling,
                                   const Proposal& proposal)
{
    constexpr std::size_t kMaxFollowed = 4;
    std::optional<Followed> first;
    std::vector<double> followed;
    for (const Trial& trial : proposal.trials) {
        const bool isKnown = std::any_of(followed.begin(), followed.end(), [&](double period) {
            return std::abs(trial.fit.period / period - 1) < threshold::kSamePeriod;
        });
        if (trial.gain < threshold::kRunnerUpGain * proposal.bestGain() || followed.size() == kMaxFollowed)
            break;
        if (isKnown)
            continue;
        followed.push_back(trial.fit.period);
        std::optional<Followed> steps = follow(series, span, sampling, trial.fit);
        if (steps && steps->refined.steps >= threshold::kMinSteps &&
            coveredShare(steps->refined.path, span) >= threshold::kMinCovered &&
            steps->explained >= threshold::kMinExplained)
            return steps;
        if (!first)
            first = std::move(steps);
    }
    return first;
}

/// What hides the scale of the steps.
struct ScaleDoubt
{
    bool partsTooShort = false; ///< the steps have equal parts that are too short to be followed
    bool unclearParts = false;  ///< parts that may be equal, but are so short that a shift looks like a difference
    bool fewPhases = false;     ///< cycles are sampled at different phases, which hides whether they alternate
    bool unclearOrder = false;  ///< the cycles differ, but in no single order
    bool faint = false;         ///< a difference between cycles that is neither significant nor absent
    bool shorter = false;       ///< shorter repetition inside the steps
};

/// Whether a slight difference by the place is one of the sampling: no part of the cycles differs. `placeOf` is the
/// sequence of places with differences between sampling phases.
bool isAbsent(std::span<const PeriodSeries> series, const StepPath& path, const ScaleEvidence& scale,
              std::span<const std::size_t> placeOf)
{
    return scale.contrast < threshold::kAbsentContrast && scale.matched > threshold::kAbsentMatched &&
           placeDifference(series, path, scale.placeOf, scale.places).isAbsent() &&
           placeDifference(series, path, placeOf, scale.places).isAbsent();
}

bool isAbsent(std::span<const PeriodSeries> series, const StepPath& path, const ScaleEvidence& scale)
{
    const auto kept = scaleEvidence(series, path, std::array{scale.places}, SamplingPhases::Kept);
    return isAbsent(series, path, scale, kept.front().placeOf);
}

/// Whether the cycles last enough samples to tell a difference from a shift of their boundaries.
bool showDifferences(std::span<const PeriodSeries> series, const StepPath& path)
{
    return path.meanSeconds() > threshold::kAbsentSamples * samplingStep(series);
}

enum class Parts { Equal, Different, Unclear };

/// Compares parts by their place in the step, as far as the step's own boundaries show.
Parts compareParts(const Followed& whole, std::size_t count)
{
    const StepPath parts = dividedSteps(whole.refined.path, count);
    const auto split = scaleEvidence(whole.series, parts, std::array{count}, SamplingPhases::Removed);
    if (split.empty())
        return Parts::Different;
    if (split.back().contrast <= threshold::kScaleContrast)
        return Parts::Equal;
    std::vector<std::size_t> placeOf(split.back().placeOf.size());
    for (std::size_t k = 0; k < placeOf.size(); ++k)
        placeOf[k] = k % count;
    if (!isAbsent(whole.series, parts, split.back(), placeOf))
        return Parts::Different;
    return showDifferences(whole.series, parts) ? Parts::Equal : Parts::Unclear;
}

/// Whether parts that were followed by themselves differ by their place in the step.
bool areDifferent(const Followed& parts, std::size_t count)
{
    const StepPath& path = parts.refined.path;
    const auto scales = scaleEvidence(parts.series, path, std::array{count}, SamplingPhases::Removed);
    return !scales.empty() && scales.back().isSignificant() &&
           !(showDifferences(parts.series, path) && isAbsent(parts.series, path, scales.back()));
}

/// Divides the steps into equal parts, if they have such.
Followed dividedIfEqual(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed whole,
                        ScaleDoubt& doubt)
{
    constexpr std::array<std::size_t, 4> kParts{2, 3, 5, 7};
    for (std::size_t i = 0; i < kParts.size();) {
        const std::size_t parts = kParts[i++];
        const Parts comparison = compareParts(whole, parts);
        doubt.unclearParts = doubt.unclearParts || comparison == Parts::Unclear;
        if (comparison != Parts::Equal)
            continue;
        const double period = whole.refined.seconds / static_cast<double>(parts);
        if (period < threshold::kMinSamplesPerStep * sampling) {
            doubt.partsTooShort = true;
            break;
        }
        const Trial trial = tryPeriod(series, span, period, sampling);
        if (trial.fit.period == 0 || std::abs(trial.fit.period / period - 1) > threshold::kSamePeriod)
            continue;
        std::optional<Followed> finer = follow(series, span, sampling, trial.fit);
        if (!finer || finer->explained < threshold::kAsMuchExplained * whole.explained)
            continue;
        if (finer->refined.path.steps() < 2 * parts || areDifferent(*finer, parts))
            continue;
        whole = std::move(*finer);
        doubt.unclearParts = false;
        i = 0;
    }
    return whole;
}

/// The longer steps that the cycles belong to.
Followed joined(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, const Followed& cycles,
                const ScaleEvidence& scale, ScaleDoubt& doubt)
{
    StepPath path = joinedSteps(cycles.refined.path, scale);
    const auto seconds = [](const StepPath& p) { return p.meanSeconds() * static_cast<double>(p.steps()); };
    if (cycles.refined.seconds < threshold::kMinCycleSamples * sampling ||
        seconds(path) < threshold::kJoinedShare * seconds(cycles.refined.path))
        doubt.unclearOrder = true;
    Followed steps{.series = preparedFor(path.meanSeconds(), series, sampling), .cycles = cycles.cycles * scale.places};
    steps.refined = refinePath(steps.series, span, std::move(path));
    steps.explained = explainedBy(steps.series, steps.refined);
    return steps;
}

/// The smallest number of cycles that differ by their place in a part of them.
std::optional<ScaleEvidence> sharpScale(const Followed& cycles)
{
    constexpr std::array<std::size_t, 4> kPrimes{2, 3, 5, 7};
    for (const std::size_t places : kPrimes) {
        if (places * cycles.cycles > threshold::kMostCycles)
            break;
        auto scales = scaleEvidence(cycles.series, cycles.refined.path, std::array{places}, SamplingPhases::Kept);
        if (scales.empty())
            break;
        ScaleEvidence& scale = scales.front();
        const auto steps = static_cast<double>(scale.placeOf.size()) / static_cast<double>(places);
        if (static_cast<double>(scale.slips) <= threshold::kMaxSlips * steps &&
            placeDifference(cycles.series, cycles.refined.path, scale.placeOf, places).isSharp(scale.slips))
            return std::move(scale);
    }
    return std::nullopt;
}

/// Joins cycles that differ by their place in a longer step.
Followed joinedIfDifferent(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed cycles,
                           ScaleDoubt& doubt)
{
    while (const std::optional<ScaleEvidence> scale = sharpScale(cycles))
        cycles = joined(series, span, sampling, cycles, *scale, doubt);
    std::vector<std::size_t> places;
    for (std::size_t count = 2; count * cycles.cycles <= threshold::kMostCycles; ++count)
        places.push_back(count);
    auto scales = scaleEvidence(cycles.series, cycles.refined.path, places, SamplingPhases::Removed);
    std::erase_if(scales, [&cycles](const ScaleEvidence& scale) {
        return scale.contrast > threshold::kFaintContrast && scale.isRegular() &&
               showDifferences(cycles.series, cycles.refined.path) &&
               isAbsent(cycles.series, cycles.refined.path, scale);
    });
    const double samples = cycles.refined.seconds / sampling;
    for (const ScaleEvidence& scale : scales) {
        constexpr std::size_t kFew = 3; // cycles; more of them share phases anyway
        if (scale.places <= kFew && scale.matched < threshold::kCommonPhases && samples < threshold::kAliasSamples)
            doubt.fewPhases = true;
        doubt.faint = doubt.faint || scale.isFaint();
    }
    const ScaleEvidence* const best = bestScale(scales);
    doubt.faint = doubt.faint && (best == nullptr || best->contrast < threshold::kClearContrast);
    return best == nullptr || doubt.faint ? cycles : joined(series, span, sampling, cycles, *best, doubt);
}

/// Whether another candidate, much shorter than the steps, explains a part of what they explain: steps of an epoch.
bool hidesShorter(const Proposal& proposal, const Followed& steps)
{
    if (steps.explained >= threshold::kSureExplained)
        return false;
    return std::any_of(proposal.trials.begin(), proposal.trials.end(), [&](const Trial& trial) {
        return trial.fit.period * threshold::kShorter < steps.refined.seconds &&
               trial.gain > threshold::kShorterGain * proposal.bestGain();
    });
}

/// Names the smaller scale of steps that were found at once: a candidate that explains a good part of what they
/// explain, and that a step holds a whole number of times, but for a rest such as the update of the weights.
void nameCycles(const Proposal& proposal, PeriodFinding& finding)
{
    double gain = threshold::kCycleGain * proposal.bestGain();
    for (const Trial& trial : proposal.trials) {
        const double ratio = finding.seconds / trial.fit.period;
        const double cycles = std::floor(ratio + threshold::kCycleRest);
        if (trial.gain < gain || cycles < 2 || cycles > static_cast<double>(threshold::kMostCycles) ||
            ratio - cycles > 0.5)
            continue;
        gain = trial.gain;
        finding.cycles = static_cast<std::size_t>(cycles);
        finding.cycleSeconds = trial.fit.period;
    }
}

double errorOf(const RefinedPath& refined)
{
    return std::hypot(threshold::kErrorFactor * refined.error,
                      threshold::kEnds * refined.jitter * refined.seconds / refined.steps);
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

void describe(const RefinedPath& refined, double sampling, PeriodFinding& finding)
{
    finding.seconds = refined.seconds;
    finding.steps = refined.steps;
    finding.error = errorOf(refined);
    finding.jitter = refined.jitter;
    finding.drift = refined.drift;
    finding.samplesAStep = refined.seconds / sampling;
    finding.path = refined.path;
    finding.counted = refined.counted;
}

/// All that is known when it is decided whether the steps are stated.
struct Evidence
{
    const PeriodFinding& finding;
    std::span<const PeriodSeries> series; ///< as sampled
    const Followed& steps;
    const ScaleDoubt& doubt;
    double sampling = 0; ///< s
};

std::string noRepetition(const Evidence& evidence)
{
    const PeriodFinding& finding = evidence.finding;
    if (finding.steps < threshold::kMinSteps)
        return "fewer than three similar stretches";
    const double covered = coveredShare(finding.path, finding.span);
    if (covered < threshold::kMinCovered)
        return "much of the recording is not periodic";
    const double coherence = foldCoherence(evidence.steps.series, finding.path, kPathGrid);
    const bool isIrregular = finding.jitter > threshold::kMaxJitter || finding.drift > threshold::kMaxDrift;
    const bool isClear = coherence > threshold::kClearCoherence && finding.explained > threshold::kClearExplained &&
                         covered > threshold::kClearCovered;
    if ((isIrregular && !isClear) || finding.drift > threshold::kMaxClearDrift)
        return "similar stretches occur at random intervals";
    if (coherence < threshold::kMinCoherence ||
        (finding.samplesAStep < threshold::kLineSamples &&
         lineStrength(evidence.series, evidence.sampling, finding.seconds) < threshold::kMinLine))
        return "no repetition stronger than that of noise";
    return {};
}

/// Whether all repetition is weaker than the floor of its channel.
std::string onlyOverhead(const Evidence& evidence)
{
    const Followed& steps = evidence.steps;
    bool hasFloor = false;
    for (std::size_t s = 0; s < steps.series.size(); ++s) {
        hasFloor = hasFloor || steps.series[s].floor > 0;
        if (repeatsWith(steps.series, s, steps.refined))
            return {};
    }
    return hasFloor ? "the repetition is no stronger than the profiling overhead" : "";
}

std::string alias(const Evidence& evidence)
{
    const PeriodFinding& finding = evidence.finding;
    if (evidence.doubt.partsTooShort || finding.samplesAStep < threshold::kMinSamples)
        return "the repetition that was found lasts so few samples that faster repetition may look like it: sample "
               "faster";
    if ((evidence.doubt.unclearParts && evidence.steps.cycles == 1) ||
        (finding.explained < threshold::kFastExplained &&
         fastShare(evidence.steps.series, evidence.steps.refined, finding.samplesAStep) > threshold::kFastShare))
        return "most of what repeats is faster than the sampling can follow: sample faster";
    const AliasEvidence turns = aliasEvidence(evidence.series, finding.path, evidence.sampling);
    const double error = threshold::kAliasDeviations * turns.error;
    if (std::abs(turns.turns) - error > threshold::kSureAliasTurns && error < threshold::kSureAliasError)
        return "the steps are probably shorter than two samples: sample faster";
    if (finding.samplesAStep >= threshold::kAliasSamples || std::abs(turns.turns) + error < threshold::kMaxAliasTurns)
        return {};
    return "sampling is too regular to exclude that faster repetition looks like these steps: sample faster";
}

std::string unknownScale(const Evidence& evidence)
{
    if (evidence.doubt.fewPhases)
        return "a step lasts nearly a whole or a half number of samples, which hides whether steps alternate: use "
               "another "
               "sampling period";
    if (evidence.doubt.unclearOrder)
        return "the cycles that were found differ, but in no order that repeats: use another sampling period";
    if (evidence.doubt.faint)
        return "the cycles that were found differ slightly: a step may consist of several of them";
    if (evidence.doubt.shorter)
        return "there may be shorter steps inside the repetition that was found";
    if (evidence.finding.explained < threshold::kMinExplained)
        return "much of the signal does not repeat with the steps that were found: there may be shorter ones";
    return {};
}

/// A reason not to state a period. The first that applies is given.
struct Objection
{
    PeriodVerdict verdict;
    bool keepsSteps; ///< the steps are still displayed
    std::string (*reason)(const Evidence&);
};
constexpr std::array kObjections{
    Objection{PeriodVerdict::NotPeriodic, false, noRepetition},
    Objection{PeriodVerdict::CannotTell, false, onlyOverhead},
    Objection{PeriodVerdict::CannotTell, true, alias},
    Objection{PeriodVerdict::CannotTell, true, unknownScale},
};

PeriodFinding withoutPeriod(PeriodFinding finding, PeriodVerdict verdict, std::string reason)
{
    finding.verdict = verdict;
    finding.reason = std::move(reason);
    finding.confidence = 0;
    return finding;
}

PeriodFinding decide(PeriodFinding finding, const Evidence& evidence)
{
    for (const Objection& objection : kObjections) {
        std::string reason = objection.reason(evidence);
        if (reason.empty())
            continue;
        if (!objection.keepsSteps) {
            finding.seconds = 0;
            finding.path = {};
            finding.counted = {};
        }
        return withoutPeriod(std::move(finding), objection.verdict, std::move(reason));
    }
    settle(evidence.steps.series, finding);
    finding.confidence = normalCoverage(kPeriodPrecision * finding.seconds / finding.error);
    finding.verdict =
        finding.confidence >= threshold::kMinConfidence ? PeriodVerdict::Periodic : PeriodVerdict::Approximate;
    if (finding.verdict == PeriodVerdict::Approximate)
        finding.reason = "the recording is too short to determine the mean step to 0.1 %";
    return finding;
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
    const Proposal proposal = propose(series, finding.span, sampling, stop);
    if (stop.stop_requested())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, "cancelled");
    std::optional<Followed> followed = followBest(series, finding.span, sampling, proposal);
    if (!followed)
        return withoutPeriod(finding, PeriodVerdict::NotPeriodic, "no repetition stronger than that of noise");
    ScaleDoubt doubt;
    Followed cycles = dividedIfEqual(series, finding.span, sampling, std::move(*followed), doubt);
    if (stop.stop_requested())
        return withoutPeriod(finding, PeriodVerdict::CannotTell, "cancelled");
    doubt.shorter = hidesShorter(proposal, cycles);
    finding.cycleSeconds = cycles.refined.seconds;
    const Followed steps = joinedIfDifferent(series, finding.span, sampling, std::move(cycles), doubt);
    describe(steps.refined, sampling, finding);
    finding.explained = steps.explained;
    finding.cycles = steps.cycles;
    if (finding.cycles == 1)
        nameCycles(proposal, finding);
    return decide(finding, Evidence{finding, series, steps, doubt, sampling});
}

} // namespace stepscope::analysis
