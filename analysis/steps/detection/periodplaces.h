#pragma once

#include "analysis/steps/detection/periodpath.h"
#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <span>

/// Differences between cycles in a part of them, as where one op of several equal parts of a step is another one. The
/// gain of periodscales.h, a sum over the whole cycle, hides them: the noise of all other parts counts against it.
namespace stepscope::analysis {

/// The largest differences of the cycles at one place from those at all other places.
///
/// The cycles are folded into bins of a quarter of a sampling interval, and only samples in the same bin are compared,
/// so that cycles which are sampled at different phases do not differ for that reason. A difference has to exceed what
/// a shift of the boundaries by half a sampling interval would look like.
struct PlaceDifference
{
    double lasting = 0;   ///< in two neighbouring samples of the cycle, standard errors of the weaker one
    double share = 0;     ///< the same difference, relative to the amplitude of the mean cycle
    bool isOfMost = true; ///< most cycles at the place have the lasting difference, not only those that begin an epoch
    double single = 0;    ///< in one sample of the cycle, or of the cycles' durations, standard errors
    double compared = 0; ///< share of the cycle in which cycles at different places have samples in the same bins, 0..1
    double tested = 0;   ///< share of the cycle in which a difference of kSharpShare would be seen, 0..1

    /// The cycles differ by their place. `slips` of the sequence of places let it follow chance differences.
    [[nodiscard]] bool isSharp(std::size_t slips) const;
    /// They differ, but for so short that a boundary which is late may look like it.
    [[nodiscard]] bool isBrief(std::size_t slips) const;
    /// No difference is seen, where cycles can be compared nearly everywhere.
    [[nodiscard]] bool isUnseen() const;
    /// The same, and nearly everywhere a difference would be seen.
    [[nodiscard]] bool isAbsent() const;
};

/// `placeOf`: of each cycle, in the order of the path. The first two cycles after a pause and the last one before are
/// left out. O(samples + places x samples of a cycle), for each series.
PlaceDifference placeDifference(std::span<const PeriodSeries> series, const StepPath& path,
                                std::span<const std::size_t> placeOf, std::size_t places);

} // namespace stepscope::analysis
