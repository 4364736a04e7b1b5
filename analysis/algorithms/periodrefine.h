#pragma once

#include "analysis/algorithms/periodpath.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

/// A path whose boundaries are no longer on a grid, and how well they are known.
struct RefinedPath
{
    StepPath path{};
    StepShape shape{};
    std::vector<PeriodSpan> counted{}; ///< of each run, what tells the mean: without steps beside what is no step
    double seconds = 0;                ///< mean length of a step, over what is counted
    double error = 0;                  ///< standard error of it, s
    double steps = 0;                  ///< with the parts of steps at the ends
    double jitter = 0;                 ///< standard deviation of the steps' lengths about their trend, of the length
    double drift = 0;                  ///< range of that trend, of the length
};

/// Shifts each boundary to where the samples on both sides fit the mean step best (Gauss-Newton; a chain of unknowns,
/// each tied to the next by the step between them), in turns with the mean step itself and with how much steps jitter,
/// which is learned: steps as regular as a clock lend each other all of their precision, others little.
RefinedPath refinePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path);

/// The same once more of a path that was refined, by the steps that are alike: one that waits for its data draws no
/// boundary along. Not for deciding whether there are steps: every second one can be left out of what is none.
RefinedPath settlePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path);

} // namespace stepscope::analysis
