#pragma once

#include "analysis/steps/detection/periodpath.h"

#include <cstddef>
#include <span>

namespace stepscope::analysis {

/// Whether the steps of a path consist of `parts` equal parts, as they do when the detected period is a multiple of the
/// true one.
struct PartContrast
{
    double deviations = 0; ///< difference between the parts beyond that of randomly permuted parts, standard deviations
    double ratio = 0; ///< squared difference between the parts, relative to that of equal parts with the same noise
    std::size_t steps = 0; ///< of the path
};
PartContrast partContrast(std::span<const PeriodSeries> series, const StepPath& path, std::size_t parts);

/// Joins each `count` consecutive steps of a run; drops the remainder.
StepPath joinedSteps(const StepPath& path, std::size_t count);

/// Significance of the repetition, in standard deviations of noise: the correlation of each sample's innovation (its
/// part that the previous sample does not predict) with the mean innovation of the other steps at the same phase. A
/// random walk has independent innovations and does not correlate.
double foldCoherence(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

} // namespace stepscope::analysis
