#pragma once

#include "analysis/algorithms/periodseries.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// What a step looks like, by phase: the mean of each series in equal parts of the step, and what noise is left.
struct StepShape
{
    std::size_t bins = 0;
    std::vector<std::vector<double>> means{}; ///< of each series, by bin; joined by straight lines, around the end, too
    std::vector<double> variances{};          ///< of each series: what the shape does not explain

    /// Value and slope (per step) at a phase 0..1.
    struct Point
    {
        double value = 0;
        double slope = 0;
    };
    [[nodiscard]] Point at(std::size_t series, double phase) const;
};

/// Consecutive steps: boundaries ascend, one more than there are steps.
struct StepRun
{
    std::vector<double> boundaries{};
    [[nodiscard]] std::size_t steps() const { return boundaries.empty() ? 0 : boundaries.size() - 1; }
};

/// How a stretch divides into steps, and what lies between that looks like no step.
struct StepPath
{
    std::vector<StepRun> runs{};
    double gain =
        0; ///< nats by which the steps explain the samples better than their mean does, the way they were paid
    [[nodiscard]] std::size_t steps() const;
    [[nodiscard]] double meanSeconds() const; ///< of a step; 0 without any
};

/// How freely a step may be longer or shorter than those around it.
struct PathFreedom
{
    double jitter = 0.06; ///< standard deviation of a step's length, of the length
    double reach = 0.19;  ///< no step is further from the period than that, of it
};

/// The mean step of a path.
StepShape shapeOf(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

/// The best division of the span into steps that look like `shape`, by dynamic programming over boundaries on a grid of
/// kPathGrid parts of a period: a step pays what it is off the shape and off the period, what is no step pays nothing
/// for its samples, but for being there.
inline constexpr std::size_t kPathGrid = 32;
StepPath findPath(std::span<const PeriodSeries> series, PeriodSpan span, const StepShape& shape, double period,
                  const PathFreedom& freedom);

/// Both in turns, from a guess of the period only. Of a stretch of `span` first (at most `steps` steps), tried at
/// several places.
struct StepFit
{
    StepPath path{};
    StepShape shape{};
    double period = 0;
    double score = 0; ///< nats by which each step is explained better by the others than by the mean, see foldScore
};
StepFit fitStretch(std::span<const PeriodSeries> series, PeriodSpan span, double period);

/// How much better the samples are told by what the other steps did at the same phase than by the mean: nats, N/2 log
/// of the ratio of squares, all series together. Leaving the step itself out pays for every bin of the shape.
double foldScore(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

} // namespace stepscope::analysis
