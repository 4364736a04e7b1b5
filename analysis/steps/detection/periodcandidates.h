#pragma once

#include "analysis/steps/detection/periodseries.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

inline constexpr double kMinSteps = 2.6;          ///< in the recording
inline constexpr double kMinSamplesPerStep = 2.2; ///< of the fastest series

/// Candidates for the duration of a step, s, the likelier first: peaks of the joint spectrum and autocorrelation of all
/// series, each also whitened (so that a random walk or 1/f noise does not dominate), their halves and doubles. Any two
/// differ by at least 4 %. All are within the limits given by kMinSteps and kMinSamplesPerStep.
std::vector<double> periodCandidates(std::span<const PeriodSeries> series);

} // namespace stepscope::analysis
