#pragma once

#include <cstddef>

/// All thresholds that decide whether a period is stated. They were set with tests/truth/truth_period on the seeds from
/// 1000 to 1600, from 910,000, 920,000, 930,000, 940,000 and 950,000 (600 each) and from 7,000,000 to 7,001,000, whose
/// samples were evenly spaced, unless a line names another source; kMaxAliasTurns with delayed samples, on those from
/// 1000, 940,000 and 950,000; kAliasTurns and kMinScaleSteps on those from 940,000 to 970,000, 1,040,000 and 1,050,000.
/// Figures count only on other seeds.
namespace stepscope::analysis::threshold {

// Propose: periods worth following.
inline constexpr double kMinSteps = 2.6;          ///< in the recording
inline constexpr double kMinSamplesPerStep = 2.2; ///< of the fastest series
inline constexpr double kRunnerUpGain = 0.4;      ///< of candidates that are followed if better ones fail

// Decide: repetition or noise (set with 2,500 series of the generator of tests/bench/bench_period).
inline constexpr double kMinCoherence = 6; ///< standard deviations, of foldCoherence()
inline constexpr double kMinLine = 10;     ///< standard deviations, of lineStrength()
inline constexpr double kLineSamples = 16; ///< samples per step; with more, no path through noise is coherent
inline constexpr double kMaxJitter = 0.075;
inline constexpr double kMaxDrift = 0.12;
/// A path through noise with more jitter or drift has a coherence of at most 26, and explains less than 0.65.
inline constexpr double kClearCoherence = 35;
inline constexpr double kClearExplained = 0.7;
inline constexpr double kClearCovered = 0.75;

// Decide: the steps, or something else that repeats.
inline constexpr double kMinCovered = 0.62;    ///< share of the recording in steps
inline constexpr double kMinExplained = 0.68;  ///< of the variance; epochs of steps that are not followed explain less
inline constexpr double kSureExplained = 0.85; ///< with more, no shorter steps are hidden inside
inline constexpr double kShorter = 15;         ///< a shorter repetition inside the steps: this many times shorter
inline constexpr double kShorterGain = 0.2;    ///< and with this share of the gain of the steps

// Decide: aliases of faster repetition.
inline constexpr double kMinSamples = 3.9;     ///< per step; a shorter one may be the double of one that is not sampled
inline constexpr double kAliasSamples = 12;    ///< per step; longer ones need no proof that they are no alias
inline constexpr double kAliasDeviations = 2;  ///< standard errors
inline constexpr double kMaxAliasTurns = 0.15; ///< turns between two samples; fewer are none
/// From sample to sample, steps advance as the times of the samples say. A difference of more turns of a step than
/// kAliasTurns that is also more than kAliasSureDeviations standard errors shows an alias, of any length.
inline constexpr double kAliasTurns = 0.05;
inline constexpr double kAliasSureDeviations = 3;
inline constexpr double kSureAliasTurns = 0.25; ///< more are an alias, unless they are not known to kSureAliasError
inline constexpr double kSureAliasError =
    0.5;                                   ///< turns; more is usual on a busy machine, whose load makes samples late
inline constexpr double kFastSamples = 4;  ///< of repetition that the sampling hardly follows
inline constexpr double kFastShare = 0.67; ///< of the mean step's variance, with
inline constexpr double kFastExplained = 0.82; ///< less than this explained by the steps, may be that of an alias
inline constexpr double kCommonPhases = 0.3;   ///< least share of phases that alternating steps have in common

// Decide: the scale.
inline constexpr std::size_t kMostCycles = 8;     ///< in a step; more equal cycles in a row are an epoch
inline constexpr std::size_t kMinScaleSteps = 12; ///< least number of longer steps; between fewer, the gain scatters
inline constexpr double kScaleNats = 10;          ///< least gain of a longer step
inline constexpr double kScaleDeviations = 4;     ///< of that gain, in standard errors
inline constexpr double kScaleContrast = 0.02;    ///< least variance that the places explain
inline constexpr double kFaintContrast = 0.004;   ///< from here to kClearContrast a longer step can be neither
inline constexpr double kClearContrast = 0.04;    ///< claimed nor excluded
inline constexpr double kFewerAgree = 0.15;       ///< share of the longer steps that may lack the gain of the mean one
inline constexpr double kMaxSlips = 0.1;          ///< in the sequence of places, per step
inline constexpr std::size_t kFewCycles = 32;     ///< at a place; fewer do not show what the sampling phases do, but
inline constexpr double kSharedPhases = 0.9;      ///< share of common phases from which sampling makes no difference
inline constexpr double kSharpErrors = 7;         ///< least difference of a part of the cycles, in standard errors
inline constexpr double kSharpErrorsASlip = 3;    ///< more, for each slip in the sequence of places
inline constexpr double kMaxSharpSlips = 0.3;     ///< kMaxSlips, of such a difference
inline constexpr double kSharpShare = 0.25;       ///< of the amplitude: what a boundary that is late does not look like
inline constexpr double kAbsentLasting = 4;       ///< largest difference in two samples of cycles that do not differ
inline constexpr double kAbsentSingle = 5;        ///< and in one sample; both in standard errors
inline constexpr double kAbsentTested =
    0.8; ///< least share of the cycle that is compared, and where kSharpShare would be seen
inline constexpr double kAbsentContrast = 0.065; ///< cycles that explain more by their place do differ
inline constexpr double kAbsentMatched = 0.5;    ///< least share of phases that such cycles have in common
inline constexpr double kAbsentSamples = 5;      ///< of a cycle; in fewer, a difference looks like a shift
inline constexpr double kMinCycleSamples = 4;    ///< of cycles that are joined; shorter ones hardly show their shape
inline constexpr double kJoinedShare = 0.9;      ///< of the cycles that lie in complete longer steps
inline constexpr double kCycleGain = 0.5;        ///< of a smaller scale beside the steps, relative to theirs
/// Of the mean step's variance in what its cycles have in common. Of 39 series of the generator of tests/truth that
/// have a candidate for cycles, four with three equal parts had 0.83 to 0.89, one with equal halves 0.61; of the others
/// 32 had at most 0.65, and two had 0.74 and 0.99. The figure is truth_period_false_cycles.
inline constexpr double kCycleShare = 0.65;
inline constexpr double kCycleRest = 0.05;      ///< cycles by which a step may be shorter than a whole number of them
inline constexpr double kWorsePredicted = 1.5;  ///< least squared errors of parts that differ; equal ones: at most 1
inline constexpr double kAsMuchExplained = 0.9; ///< by the parts of a step, relative to the step
inline constexpr double kSamePeriod = 0.1;      ///< largest relative difference of what counts as the same period

// Decide: what the halves of the recording show (set, as kOutlierError, on the seeds from 1,130,000).
inline constexpr double kMinHalvedSteps = 30;  ///< in the recording; the halves of fewer often state nothing
inline constexpr double kHalfSamples = 16'384; ///< of a half; of longer ones, a part with this many samples and
inline constexpr double kHalfSteps = 100;      ///< this many steps is enough

// Refine: the precision of the mean.
inline constexpr double kMinConfidence = 0.99; ///< that the mean is within kPeriodPrecision
/// Compared with the marks of real trainings, the error is twice the estimate from correlations within a quarter step.
inline constexpr double kErrorFactor = 2;
inline constexpr double kOutlierError = 0.1; ///< of the change of the mean when outlier steps are left out
inline constexpr double kEnds = 0.5; ///< the end of a step that was recorded in part is known to the jitter only

} // namespace stepscope::analysis::threshold
