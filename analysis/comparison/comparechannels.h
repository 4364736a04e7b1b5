#pragma once

#include "analysis/comparison/compare.h"

#include <stop_token>

namespace stepscope::analysis {

/// Estimates one figure of both sides from units; NaN for a side without units.
Difference differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b);

/// Compares power, energy, utilization and step time over the given steps (indices) if both sides have some, else over
/// the whole ranges and without intervals. Quantities that only one side measured are left out.
std::vector<ChannelDifference> compareChannels(const CompareSide& a, const CompareSide& b,
                                               const std::vector<std::size_t>& stepsA,
                                               const std::vector<std::size_t>& stepsB, const std::stop_token& stop);

} // namespace stepscope::analysis
