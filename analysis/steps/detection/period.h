#pragma once

#include "analysis/steps/detection/periodrefine.h"
#include "analysis/steps/detection/periodseries.h"
#include "analysis/text/message.h"

#include <span>
#include <stop_token>
#include <vector>

/// Detection of unmarked steps in four stages: candidates for the period are proposed by spectrum and autocorrelation;
/// each is followed through the recording by dynamic programming, and its boundaries are refined to a fraction of a
/// sample; then it is decided on which scale the steps lie, and whether the evidence suffices to state them.
/// The decision is compared with those for the halves of the recording.
namespace stepscope::analysis {

inline constexpr double kPeriodPrecision = 1e-3; ///< relative precision that PeriodVerdict::Periodic guarantees

enum class PeriodVerdict {
    Periodic,    ///< the mean step is known to kPeriodPrecision with a confidence of at least 0.99
    Approximate, ///< there are steps, but their mean duration is less precise
    NotPeriodic, ///< nothing repeats
    CannotTell,  ///< too few samples, or too coarse ones
};

struct PeriodFinding
{
    PeriodVerdict verdict = PeriodVerdict::CannotTell;
    Message reason{};   ///< for display; empty for PeriodVerdict::Periodic
    double seconds = 0; ///< mean duration of the steps in `counted`; 0 = no steps
    double error = 0;   ///< its standard error, s
    /// Similar cycles of which a step consists, which differ by their place in it: micro-steps of an accumulation of
    /// gradients, or the networks of a GAN. 1 = a step is the smallest repetition.
    std::size_t cycles = 1;
    double cycleSeconds = 0; ///< mean duration of a cycle
    double steps = 0;        ///< number of steps, including the fractions at the ends
    /// Probability that `seconds` is within kPeriodPrecision of the true mean, from its standard error, if the scale is
    /// right. 0 without steps.
    double confidence = 0;
    double jitter = 0;       ///< standard deviation of the steps' durations about their trend, relative
    double drift = 0;        ///< range of that trend, relative
    double explained = 0;    ///< share of the variance that the mean step explains, of the channels that repeat
    double samplesAStep = 0; ///< of the fastest channel
    StepPath path{};         ///< the steps; the time between its runs contains no such steps
    std::vector<PeriodSpan> counted{}; ///< the parts of the path whose mean is `seconds`
    PeriodSpan span{};                 ///< of all samples
};

/// Times are relative to any origin. Takes seconds for long recordings; returns PeriodVerdict::CannotTell when
/// cancelled.
PeriodFinding findPeriod(std::span<const PeriodChannel> channels, const std::stop_token& stop = {});

} // namespace stepscope::analysis
