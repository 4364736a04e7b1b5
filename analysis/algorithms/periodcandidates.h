#pragma once

#include "analysis/algorithms/periodseries.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

/// Lengths that a step could have, s, the likelier first: peaks of the spectrum and of the autocorrelation of all
/// series together, both whitened (what a random walk or 1/f noise has much of is not striking), their halves and
/// doubles. No two are within 4 %. Of 2.2 samples a step and more, and with at least `kFewestSteps` in the recording.
std::vector<double> periodCandidates(std::span<const PeriodSeries> series);

inline constexpr double kFewestSteps = 2.6;
inline constexpr double kFewestSamplesAStep = 2.2;

} // namespace stepscope::analysis
