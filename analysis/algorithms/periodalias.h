#pragma once

#include "analysis/algorithms/periodseries.h"

#include <span>

/// Steps of few samples: what noise could have made, and what shorter steps could.
namespace stepscope::analysis {

/// Sampled as regularly as a clock, steps of less than two samples look like longer ones, as wheels do in films. What
/// the sampling times leave of that doubt: nats by which waves of 0.45 to 2.2 periods a sample explain short stretches
/// of the samples better (positive) or worse than slower ones.
double aliasGain(std::span<const PeriodSeries> series, double sampling);

/// Mean power within 4 % of the first harmonics of the period over that beside them, less 1, in standard deviations of
/// what noise of any colour has. A path through noise finds steps that fit; lines in the spectrum it cannot make.
double lineStrength(std::span<const PeriodSeries> series, double sampling, double period);

} // namespace stepscope::analysis
