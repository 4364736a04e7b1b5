#pragma once

#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// The mean step: the mean of each series in equal bins of the step, and the remaining variance.
struct StepShape
{
    std::size_t bins = 0;
    std::vector<std::vector<double>> means{}; ///< of each series, by bin; interpolated linearly and circularly
    std::vector<double> variances{};          ///< of each series: the variance that the shape does not explain

    /// Value and slope (per step) at a phase 0..1.
    struct Point
    {
        double value = 0;
        double slope = 0;
    };
    [[nodiscard]] Point at(std::size_t series, double phase) const;
};

/// Consecutive steps: ascending boundaries, one more than there are steps.
struct StepRun
{
    std::vector<double> boundaries{};
    [[nodiscard]] std::size_t steps() const { return boundaries.empty() ? 0 : boundaries.size() - 1; }
    bool operator==(const StepRun&) const = default;
};

/// The division of a span into steps. The time between runs contains no such steps.
struct StepPath
{
    std::vector<StepRun> runs{};
    double gain = 0; ///< nats by which the steps explain the samples better than their mean, minus the path's penalties
    [[nodiscard]] std::size_t steps() const;
    [[nodiscard]] double meanSeconds() const; ///< of a step; 0 without any
};

/// Allowed variation of the steps' durations.
struct PathFreedom
{
    double jitter = 0.06; ///< standard deviation of a step's duration, relative
    double reach = 0.19;  ///< maximum difference of a step's duration from the period, relative
};

/// The mean step of a path.
StepShape shapeOf(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

/// The best division of the span into steps similar to `shape`, by dynamic programming over boundaries on a grid of
/// kPathGrid points per period. The cost of a step is its difference from the shape and from the period; the samples of
/// a pause cost nothing, but each pause has a fixed cost. O(span / period x kPathGrid^2).
inline constexpr std::size_t kPathGrid = 32;
StepPath findPath(std::span<const PeriodSeries> series, PeriodSpan span, const StepShape& shape, double period,
                  const PathFreedom& freedom);

struct StepFit
{
    StepPath path{};
    StepShape shape{};
    double period = 0; ///< 0 = no steps
    double score = 0;  ///< nats, see foldScore(), minus the information in the steps' durations
};
/// Alternates between findPath() and shapeOf(), starting from equal steps of the given period at up to three places of
/// the span; returns the best result.
StepFit fitStretch(std::span<const PeriodSeries> series, PeriodSpan span, double period);

/// How much better the other steps predict the samples at the same phase than the mean does: N/2 log of the ratio of
/// squared errors, in nats, summed over all series. Leaving out the step itself penalises the number of bins.
double foldScore(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

} // namespace stepscope::analysis
