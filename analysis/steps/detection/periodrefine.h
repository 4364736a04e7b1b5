#pragma once

#include "analysis/steps/detection/periodpath.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

/// A path with boundaries off the grid, and their precision.
struct RefinedPath
{
    StepPath path{};
    StepShape shape{};
    std::vector<PeriodSpan> counted{}; ///< of each run, the part that determines the mean: without steps next to pauses
    double seconds = 0;                ///< mean duration of a step in `counted`
    double error = 0;                  ///< its standard error, s
    double steps = 0;                  ///< including the fractions at the ends
    double jitter = 0;                 ///< standard deviation of the steps' durations about their trend, relative
    double drift = 0;                  ///< range of that trend, relative
};

/// Shifts each boundary to where the samples on both sides fit the mean step best, by Gauss-Newton on a chain of
/// unknowns: consecutive boundaries are coupled by the duration of the step between them. Alternates with updates of
/// the mean step and of the jitter, which sets the strength of the coupling: regular steps share their precision.
RefinedPath refinePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path);

/// Repeats the refinement of a refined path with steps that differ from the mean step (for example stalled or traced
/// ones) weighted down, so that they do not shift boundaries. Not for deciding whether there are steps: ignoring
/// differences makes noise look periodic.
RefinedPath settlePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path);

} // namespace stepscope::analysis
