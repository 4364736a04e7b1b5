#pragma once

#include "analysis/algorithms/compare.h"

namespace stepscope::analysis {

/// One figure of both sides, estimated from units; NaN for a side without any.
Difference differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b);

/// Power, energy, utilization and step time: over these steps (positions) where both sides have some, else of the whole
/// ranges, without intervals. Only what both sides have measured.
std::vector<ChannelDifference> compareChannels(const CompareSide& a, const CompareSide& b,
                                               const std::vector<std::size_t>& stepsA,
                                               const std::vector<std::size_t>& stepsB, const Cancelled& cancelled);

} // namespace stepscope::analysis
