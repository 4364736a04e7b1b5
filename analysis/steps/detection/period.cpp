#include "analysis/steps/detection/period.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/detection/periodcandidates.h"
#include "analysis/steps/detection/periodcycles.h"
#include "analysis/steps/detection/periodexplained.h"
#include "analysis/steps/detection/periodfollow.h"
#include "analysis/steps/detection/periodhalves.h"
#include "analysis/steps/detection/periodnoise.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

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
        const bool isKnown = std::any_of(followed.begin(), followed.end(),
                                         [&](double period) { return isSamePeriod(trial.fit.period, period); });
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
/// explain, that a step holds a whole number of times, but for a rest such as the update of the weights, and whose
/// cycles resemble each other within the mean step.
void nameCycles(const Proposal& proposal, const Followed& steps, PeriodFinding& finding)
{
    double gain = threshold::kCycleGain * proposal.bestGain();
    for (const Trial& trial : proposal.trials) {
        const double ratio = finding.seconds / trial.fit.period;
        const double cycles = std::floor(ratio + threshold::kCycleRest);
        if (trial.gain < gain || cycles < 2 || cycles > static_cast<double>(threshold::kMostCycles) ||
            ratio - cycles > 0.5)
            continue;
        const double part = std::min(1 / ratio, 1 / cycles);
        if (shareOfCycles(steps.series, steps.refined, static_cast<std::size_t>(cycles), part) < threshold::kCycleShare)
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

/// Recomputes the mean without outlier steps. The error is never smaller than before, and includes a share of the
/// correction: some outliers are too small to be seen.
void settle(std::span<const PeriodSeries> whole, PeriodFinding& finding)
{
    RefinedPath settled = settlePath(whole, finding.span, finding.path);
    if (settled.steps <= 0)
        return;
    finding.error = std::hypot(std::max(finding.error, errorOf(settled)),
                               threshold::kOutlierError * (finding.seconds - settled.seconds));
    finding.seconds = settled.seconds;
    finding.steps = settled.steps;
    finding.path = std::move(settled.path);
    finding.counted = std::move(settled.counted);
}

void describe(const Followed& steps, double sampling, PeriodFinding& finding)
{
    const RefinedPath& refined = steps.refined;
    finding.cycles = steps.cycles;
    finding.explained = steps.explained;
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

Message noRepetition(const Evidence& evidence)
{
    const PeriodFinding& finding = evidence.finding;
    if (finding.steps < threshold::kMinSteps)
        return translatable("Steps", "fewer than three similar stretches");
    const double covered = coveredShare(finding.path, finding.span);
    if (covered < threshold::kMinCovered)
        return translatable("Steps", "much of the recording is not periodic");
    const double coherence = foldCoherence(evidence.steps.series, finding.path, kPathGrid);
    const bool isIrregular = finding.jitter > threshold::kMaxJitter || finding.drift > threshold::kMaxDrift;
    const bool isClear = coherence > threshold::kClearCoherence && finding.explained > threshold::kClearExplained &&
                         covered > threshold::kClearCovered;
    if (isIrregular && !isClear)
        return translatable("Steps", "similar stretches occur at random intervals");
    if (coherence < threshold::kMinCoherence ||
        (finding.samplesAStep < threshold::kLineSamples &&
         lineStrength(evidence.series, evidence.sampling, finding.seconds) < threshold::kMinLine))
        return translatable("Steps", "no repetition stronger than that of noise");
    return {};
}

/// Whether all repetition is weaker than the floor of its channel.
Message onlyOverhead(const Evidence& evidence)
{
    const Followed& steps = evidence.steps;
    bool hasFloor = false;
    for (std::size_t s = 0; s < steps.series.size(); ++s) {
        hasFloor = hasFloor || steps.series[s].floor > 0;
        if (repeatsWith(steps.series, s, steps.refined))
            return {};
    }
    return hasFloor ? translatable("Steps", "the repetition is no stronger than the profiling overhead") : Message();
}

Message alias(const Evidence& evidence)
{
    const PeriodFinding& finding = evidence.finding;
    if (evidence.doubt.partsTooShort || finding.samplesAStep < threshold::kMinSamples)
        return translatable("Steps", "the repetition that was found lasts so few samples that faster repetition may "
                                     "look like it: sample faster");
    if ((evidence.doubt.unclearParts && evidence.steps.cycles == 1) ||
        (finding.explained < threshold::kFastExplained &&
         fastShare(evidence.steps.series, evidence.steps.refined, finding.samplesAStep) > threshold::kFastShare))
        return translatable("Steps", "most of what repeats is faster than the sampling can follow: sample faster");
    const AliasEvidence turns = aliasEvidence(evidence.series, finding.path, evidence.sampling);
    const double error = threshold::kAliasDeviations * turns.error;
    if (std::abs(turns.turns) - error > threshold::kSureAliasTurns && error < threshold::kSureAliasError)
        return translatable("Steps", "the steps are probably shorter than three samples: sample faster");
    if (std::abs(turns.turns) > std::max(threshold::kAliasTurns, threshold::kAliasSureDeviations * turns.error))
        return translatable("Steps", "the steps do not advance from sample to sample as the times of the samples say, "
                                     "so that faster repetition may look like them: sample faster");
    if (finding.samplesAStep >= threshold::kAliasSamples || std::abs(turns.turns) + error < threshold::kMaxAliasTurns)
        return {};
    return translatable(
        "Steps", "sampling is too regular to exclude that faster repetition looks like these steps: sample faster");
}

Message unknownScale(const Evidence& evidence)
{
    if (evidence.doubt.fewPhases)
        return translatable("Steps", "a step lasts nearly a whole or a half number of samples, which hides whether "
                                     "steps alternate: use another sampling period");
    if (evidence.doubt.unclearOrder)
        return translatable(
            "Steps", "the cycles that were found differ, but in no order that repeats: use another sampling period");
    if (evidence.doubt.fewSteps)
        return translatable("Steps", "there are too few cycles to tell whether a step consists of several of those "
                                     "that were found: record longer");
    if (evidence.doubt.faint)
        return translatable("Steps",
                            "the cycles that were found differ slightly: a step may consist of several of them");
    if (evidence.doubt.shorter)
        return translatable("Steps", "there may be shorter steps inside the repetition that was found");
    if (evidence.finding.explained < threshold::kMinExplained)
        return translatable(
            "Steps", "much of the signal does not repeat with the steps that were found: there may be shorter ones");
    return {};
}

/// A reason not to state a period. The first that applies is given.
struct Objection
{
    PeriodVerdict verdict;
    bool keepsSteps; ///< the steps are still displayed
    Message (*reason)(const Evidence&);
};
constexpr std::array kObjections{
    Objection{PeriodVerdict::NotPeriodic, false, noRepetition},
    Objection{PeriodVerdict::CannotTell, false, onlyOverhead},
    Objection{PeriodVerdict::CannotTell, true, alias},
    Objection{PeriodVerdict::CannotTell, true, unknownScale},
};

PeriodFinding withoutPeriod(PeriodFinding finding, PeriodVerdict verdict, Message reason)
{
    finding.verdict = verdict;
    finding.reason = std::move(reason);
    finding.confidence = 0;
    return finding;
}

/// States the steps. Their mean without outliers decides whether it is precise.
PeriodFinding stated(PeriodFinding finding, const Followed& steps)
{
    settle(steps.series, finding);
    finding.confidence = normalCoverage(kPeriodPrecision * finding.seconds / finding.error);
    const bool isPrecise = finding.confidence >= threshold::kMinConfidence;
    finding.verdict = isPrecise ? PeriodVerdict::Periodic : PeriodVerdict::Approximate;
    finding.reason =
        isPrecise ? Message() : translatable("Steps", "the recording is too short to determine the mean step to 0.1 %");
    return finding;
}

PeriodFinding decide(PeriodFinding finding, const Evidence& evidence)
{
    for (const Objection& objection : kObjections) {
        Message reason = objection.reason(evidence);
        if (reason.empty())
            continue;
        if (!objection.keepsSteps) {
            finding.seconds = 0;
            finding.path = {};
            finding.counted = {};
        }
        return withoutPeriod(std::move(finding), objection.verdict, std::move(reason));
    }
    return stated(std::move(finding), evidence.steps);
}

/// What one set of samples shows.
struct Detection
{
    PeriodFinding finding{};
    std::vector<PeriodSeries> series{}; ///< as sampled
    double sampling = 0;                ///< s
    Followed steps{};
};

Detection detect(std::span<const PeriodChannel> channels, const std::stop_token& stop)
{
    Detection result{.series = preparedSeries(channels)};
    const auto without = [&result](PeriodVerdict verdict, Message reason) {
        result.finding = withoutPeriod(std::move(result.finding), verdict, std::move(reason));
        return std::move(result);
    };
    const std::vector<PeriodSeries>& series = result.series;
    if (series.empty())
        return without(PeriodVerdict::CannotTell,
                       translatable("Steps", "no channel has eight samples with different values"));
    const double sampling = result.sampling = samplingStep(series);
    const PeriodSpan span = result.finding.span = spanOf(series);
    const Proposal proposal = propose(series, span, sampling, stop);
    if (stop.stop_requested())
        return without(PeriodVerdict::CannotTell, translatable("Steps", "cancelled"));
    std::optional<Followed> followed = followBest(series, span, sampling, proposal);
    if (!followed)
        return without(PeriodVerdict::NotPeriodic, translatable("Steps", "no repetition stronger than that of noise"));
    ScaleDoubt doubt;
    Followed cycles = dividedIfEqual(series, span, sampling, std::move(*followed), doubt);
    if (stop.stop_requested())
        return without(PeriodVerdict::CannotTell, translatable("Steps", "cancelled"));
    doubt.shorter = hidesShorter(proposal, cycles);
    result.finding.cycleSeconds = cycles.refined.seconds;
    result.steps = joinedIfDifferent(series, span, sampling, std::move(cycles), doubt);
    describe(result.steps, sampling, result.finding);
    if (result.finding.cycles == 1)
        nameCycles(proposal, result.steps, result.finding);
    result.finding = decide(result.finding, Evidence{result.finding, series, result.steps, doubt, sampling});
    return result;
}

/// The steps that both halves state, followed through the whole; none where it does not consist of them.
std::optional<PeriodFinding> followCommon(const Detection& whole, const PeriodHalves& halves)
{
    const PeriodSpan span = whole.finding.span;
    const Trial trial = tryPeriod(whole.series, span, halves.common(), whole.sampling);
    if (!isSamePeriod(trial.fit.period, halves.common()))
        return std::nullopt;
    std::optional<Followed> steps = follow(whole.series, span, whole.sampling, trial.fit);
    if (!steps || coveredShare(steps->refined.path, span) < threshold::kMinCovered ||
        !isSamePeriod(steps->refined.seconds, halves.common()))
        return std::nullopt;
    steps->cycles = halves.first.cycles;
    PeriodFinding finding{.cycleSeconds = halves.first.cycleSeconds, .span = span};
    describe(*steps, whole.sampling, finding);
    return stated(std::move(finding), *steps);
}

/// Corrects what the whole recording shows by what its halves show.
PeriodFinding confirmed(Detection whole, const PeriodHalves& halves)
{
    PeriodFinding& finding = whole.finding;
    const bool isClaimed = finding.confidence > 0;
    if (halves.common() > 0) {
        if (isSamePeriod(finding.seconds, halves.common()))
            return isClaimed ? std::move(finding) : stated(std::move(finding), whole.steps);
        if (std::optional<PeriodFinding> common = followCommon(whole, halves))
            return *std::move(common);
    }
    if (!isClaimed)
        return std::move(finding);
    if (halves.contradict(finding.seconds))
        return withoutPeriod(std::move(finding), PeriodVerdict::CannotTell,
                             translatable("Steps", "the halves of the recording show steps of different duration: "
                                                   "record longer, or only one phase of the training"));
    if (finding.steps >= threshold::kMinHalvedSteps && !halves.state(finding.seconds))
        return withoutPeriod(std::move(finding), PeriodVerdict::CannotTell,
                             translatable("Steps", "neither half of the recording shows the steps that were found in "
                                                   "all of it: record longer"));
    return std::move(finding);
}

} // namespace

PeriodFinding findPeriod(std::span<const PeriodChannel> channels, const std::stop_token& stop)
{
    Detection whole = detect(channels, stop);
    if (whole.finding.seconds <= 0 || stop.stop_requested())
        return std::move(whole.finding);
    const HalfSpans spans = halvesOf(whole.finding, whole.sampling);
    const PeriodHalves halves{detect(channelsIn(channels, spans.first), stop).finding,
                              detect(channelsIn(channels, spans.second), stop).finding};
    if (stop.stop_requested())
        return withoutPeriod(std::move(whole.finding), PeriodVerdict::CannotTell, translatable("Steps", "cancelled"));
    return confirmed(std::move(whole), halves);
}

} // namespace stepscope::analysis
