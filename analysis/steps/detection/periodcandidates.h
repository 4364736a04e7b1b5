#pragma once

#include "analysis/steps/detection/periodseries.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

/// Candidates for the duration of a step, s, the likelier first: peaks of the joint spectrum and autocorrelation of all
/// series, each also whitened (so that a random walk or 1/f noise does not dominate), their halves and doubles. Any two
/// differ by at least 4 %. All are within the limits given by threshold::kMinSteps and threshold::kMinSamplesPerStep.
std::vector<double> periodCandidates(std::span<const PeriodSeries> series);

} // namespace stepscope::analysis
