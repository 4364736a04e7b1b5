#pragma once

#include "analysis/steps/detection/periodseries.h"

#include <span>

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
