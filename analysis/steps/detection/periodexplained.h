#pragma once

#include "analysis/steps/detection/periodrefine.h"
#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <span>

/// What the steps of a refined path explain of the series.
namespace stepscope::analysis {

/// Whether a series repeats with the steps, by more than its floor.
bool repeatsWith(std::span<const PeriodSeries> series, std::size_t index, const RefinedPath& refined);

/// Share of the variance that the mean step explains: mean over the series that repeat with the steps, each weighted by
/// its own share. Series that hardly repeat, such as the memory of other programs, say little about the steps.
double explainedBy(std::span<const PeriodSeries> series, const RefinedPath& refined);

/// Share of the mean step's variance, over the series that repeat, in harmonics that last fewer than kFastSamples
/// samples of the recording. Most of it is there where a path combines steps that are shorter than two samples.
double fastShare(std::span<const PeriodSeries> series, const RefinedPath& refined, double samplesAStep);

/// Share of the mean step's variance, over the series that repeat, in what `cycles` adjacent parts have in common. A
/// part lasts `part` of a step, `cycles` of them at most a step; the rest may lie anywhere, such as the update of the
/// weights.
double shareOfCycles(std::span<const PeriodSeries> series, const RefinedPath& refined, std::size_t cycles, double part);

} // namespace stepscope::analysis
