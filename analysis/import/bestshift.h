#pragma once

#include "analysis/import/activity.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

/// Shifts, ns, both ends of which are possible.
struct ShiftRange
{
    std::int64_t least = 0;
    std::int64_t most = 0;
};

struct Match
{
    std::int64_t shiftNs = 0;    ///< time of `shifted` + shift = time of `fixed`
    std::int64_t accuracyNs = 0; ///< shifts so near fit about as well
    double correlation = 0;      ///< Pearson's
    double confidence = 0;       ///< 0..1: probability that no shift beyond the accuracy fits better
};

/// The shift within the ranges, which ascend and do not overlap, at which the activities fit each other best: the
/// coarser one is predicted from the other by a straight line. Its samples are means since the sample before, or means
/// as nvgpu reports them, whichever fits better. At least 8 windows and half of the shorter activity must overlap
/// there. Rivals are the other peaks of the correlation at which a quarter or more overlaps, each at its best shift;
/// the confidence is that of the strongest one, by the Diebold-Mariano test of the squared errors of both predictions,
/// on means of blocks (https://doi.org/10.1080/07350015.1995.10524599). So periodic activity, and changes in a few
/// windows only, lower it. nullopt: there is no such shift. Cost: about 40 million windows at all shifts together, a
/// few seconds at most.
std::optional<Match> bestShift(const Activity& fixed, const Activity& shifted, const std::vector<ShiftRange>& ranges);

} // namespace stepscope::analysis
