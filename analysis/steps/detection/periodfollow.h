#pragma once

#include "analysis/steps/detection/periodpath.h"
#include "analysis/steps/detection/periodrefine.h"
#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// A candidate period tried on a part of a recording, and followed through the whole of it. `sampling` is the median
/// sampling interval in seconds.
namespace stepscope::analysis {

/// The result for one candidate period, on a part of the recording.
struct Trial
{
    StepFit fit{};
    double gain = 0; ///< nats per sample
    std::vector<PeriodSeries> series{};
};

/// A period followed through the whole recording.
struct Followed
{
    std::vector<PeriodSeries> series{}; ///< of the whole recording, prepared for this period
    RefinedPath refined{};
    double explained = 0;       ///< see explainedBy()
    std::size_t cycles = 1;     ///< that differ by their place, in a step
    std::size_t equalParts = 1; ///< of a longer step, found equal although the sampling makes them look different

    /// Of the series, those that can compare steps.
    [[nodiscard]] std::span<const PeriodSeries> comparable() const { return withoutHeld(series); }
};

/// Whether two durations differ by less than threshold::kSamePeriod; false where there is no `other`.
bool isSamePeriod(double seconds, double other);

PeriodSpan middleOf(PeriodSpan span, double seconds);

/// The samples of a span. Without series that have too few samples per `period`: a path can be bent to any few.
std::vector<PeriodSeries> seriesIn(std::span<const PeriodSeries> series, PeriodSpan span, double period);

/// Without trend, and thinned to what the period needs.
std::vector<PeriodSeries> preparedFor(double period, std::span<const PeriodSeries> series, double sampling);

Trial tryPeriod(std::span<const PeriodSeries> series, PeriodSpan span, double period, double sampling);

/// Follows the steps of a fit through the whole recording; none when there are fewer than two.
std::optional<Followed> follow(std::span<const PeriodSeries> series, PeriodSpan span, double sampling,
                               const StepFit& fit);

} // namespace stepscope::analysis
