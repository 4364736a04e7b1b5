#pragma once

#include "analysis/steps/detection/period.h"

/// Comparison of a recording with its halves. A longer step that was joined by chance, and one of several candidates
/// that was chosen by little, differ between the halves; steps of the training do not.
namespace stepscope::analysis {

struct HalfSpans
{
    PeriodSpan first{};
    PeriodSpan second{};
};
/// The halves of a recording, or a stretch from the middle of each where it is long: what the comparison adds to the
/// time of the analysis is limited.
HalfSpans halvesOf(const PeriodFinding& whole, double sampling);

/// What each half shows alone.
struct PeriodHalves
{
    PeriodFinding first{};
    PeriodFinding second{};

    /// Mean duration of the steps that both state, s; 0 where they state none or different ones.
    [[nodiscard]] double common() const;
    /// Whether at least one of them states steps of this duration.
    [[nodiscard]] bool state(double seconds) const;
    /// Whether at least one of them states steps of another duration.
    [[nodiscard]] bool contradict(double seconds) const;
};

} // namespace stepscope::analysis
