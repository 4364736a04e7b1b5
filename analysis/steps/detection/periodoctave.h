#pragma once

#include "analysis/steps/detection/periodpath.h"
#include "analysis/steps/detection/periodseries.h"

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

/// Tests for steps with few samples: against noise, and against aliases of shorter steps.
namespace stepscope::analysis {

/// With perfectly regular sampling, steps shorter than two samples are aliased to longer ones. Compares, using the
/// irregularity of the sampling times, how well sine waves of 0.45 to 2.2 periods per sample and slower ones explain
/// short parts of the series. In nats: positive = the faster waves explain them better.
double aliasGain(std::span<const PeriodSeries> series, double sampling);

/// Mean power within 4 % of the first harmonics of the period, relative to the power next to them, minus 1, in standard
/// deviations for noise of any colour. Noise can contain a path of similar steps, but not lines in its spectrum.
double lineStrength(std::span<const PeriodSeries> series, double sampling, double period);

} // namespace stepscope::analysis
