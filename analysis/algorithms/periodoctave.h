#pragma once

#include "analysis/algorithms/periodpath.h"

#include <cstddef>
#include <span>

namespace stepscope::analysis {

/// Whether the steps of a path consist of `parts` equal parts that are alike, as when twice the period was found.
struct PartContrast
{
    double deviations = 0; ///< by how many standard deviations the parts differ more than parts in random order do
    double ratio = 0; ///< of their squared differences to what the scatter between steps makes of parts that are alike
    std::size_t steps = 0; ///< that it was asked of
};
PartContrast partContrast(std::span<const PeriodSeries> series, const StepPath& path, std::size_t parts);

/// Each `count` steps of each run as one; what is left over is dropped.
StepPath joinedSteps(const StepPath& path, std::size_t count);

/// How striking the repetition is: the correlation of what each sample adds to the one before it with what the other
/// steps did at the same phase, in standard deviations of noise. What wanders by itself, as a random walk does, adds
/// nothing that could be told beforehand.
double foldCoherence(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

} // namespace stepscope::analysis
