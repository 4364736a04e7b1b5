#pragma once

#include "analysis/algorithms/periodrefine.h"
#include "analysis/algorithms/periodseries.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

/// Steps found without marks: candidates from spectrum and autocorrelation, each followed through a stretch, an octave
/// decided by whether the parts of a step differ, boundaries refined to a fraction of a sample.
namespace stepscope::analysis {

inline constexpr double kPeriodPrecision = 1e-3; ///< what a period is claimed to

enum class PeriodVerdict {
    Periodic,    ///< the mean step is known to kPeriodPrecision, with a confidence of 0.99 at least
    Approximate, ///< there are steps, but their mean is not known so well
    NotPeriodic, ///< nothing repeats
    CannotTell,  ///< too little, or too coarse
};

struct PeriodFinding
{
    PeriodVerdict verdict = PeriodVerdict::CannotTell;
    std::string reason{}; ///< in words; empty when periodic
    double seconds = 0;   ///< mean step over what is `counted`; 0 = not found
    double error = 0;     ///< standard error of it, s
    double steps = 0;     ///< found, with the parts at the ends
    /// Probability that `seconds` is within kPeriodPrecision of the truth, by its standard error, given that it is no
    /// octave of it. 0 when nothing was found.
    double confidence = 0;
    double jitter = 0;                 ///< standard deviation of the steps' lengths about their trend, of the length
    double drift = 0;                  ///< range of that trend, of the length
    double explained = 0;              ///< share of the samples' variance that the mean step explains
    double samplesAStep = 0;           ///< of the fastest channel
    StepPath path{};                   ///< where the steps are; what lies between its runs is no such step
    std::vector<PeriodSpan> counted{}; ///< of the path, what `seconds` is the mean of
    PeriodSpan span{};                 ///< of what was looked at
};

/// The origin of the times is the caller's. Pure; gives up, with a reason, when cancelled.
PeriodFinding findPeriod(std::span<const PeriodChannel> channels, const std::function<bool()>& cancelled = {});

} // namespace stepscope::analysis
