#pragma once

#include "analysis/steps/detection/periodfollow.h"
#include "analysis/steps/detection/periodseries.h"

#include <span>

/// Decides on which scale the steps lie: steps that consist of equal parts are divided, and cycles that differ by their
/// place in a longer step are joined.
namespace stepscope::analysis {

/// What hides the scale of the steps.
struct ScaleDoubt
{
    bool partsTooShort = false; ///< the steps have equal parts that are too short to be followed
    bool unclearParts = false;  ///< parts that may be equal, but are so short that a shift looks like a difference
    bool fewPhases = false;     ///< cycles are sampled at different phases, which hides whether they alternate
    bool unclearOrder = false;  ///< the cycles differ, but in no single order
    bool fewSteps = false;      ///< too few of the longer steps to which the cycles seem to belong
    bool faint = false;         ///< a difference between cycles that is neither significant nor absent
    bool shorter = false;       ///< shorter repetition inside the steps
};

/// Divides the steps into equal parts, if they have such.
Followed dividedIfEqual(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed whole,
                        ScaleDoubt& doubt);

/// Joins cycles that differ by their place in a longer step.
Followed joinedIfDifferent(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed cycles,
                           ScaleDoubt& doubt);

} // namespace stepscope::analysis
