#pragma once

#include "analysis/steps/detection/periodpath.h"
#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <span>

/// Tests of a path against noise, and against aliases of shorter steps.
namespace stepscope::analysis {

/// Significance of the repetition, in standard deviations of noise: the correlation of each sample's innovation (its
/// part that the previous sample does not predict) with the mean innovation of the other steps at the same phase. A
/// random walk has independent innovations and does not correlate.
double foldCoherence(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins);

/// Mean power within 4 % of the first harmonics of the period, relative to the power next to them, minus 1, in standard
/// deviations for noise of any colour. Noise can contain a path of similar steps, but not lines in its spectrum.
double lineStrength(std::span<const PeriodSeries> series, double sampling, double period);

/// With evenly spaced samples, steps shorter than two of them look like longer ones: their phase advances by whole
/// turns more between two samples. A sample that is taken a little later shows the difference, since its phase has
/// advanced at the true rate. The agent takes samples at pseudo-random delays for this.
struct AliasEvidence
{
    double turns = 0; ///< whole turns between two samples that the path misses; 0 = the steps are as long as they seem
    double error = 0; ///< standard error of `turns`; large where sampling is too regular to tell
};
AliasEvidence aliasEvidence(std::span<const PeriodSeries> series, const StepPath& path, double sampling);

} // namespace stepscope::analysis
