#pragma once

#include "analysis/algorithms/workpieces.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

/// By kind: the integral of the channel over its pieces, in unit x s. Samples are joined by straight lines, interval
/// channels held back to the sample before; nothing is counted across gaps or pauses longer than `longestPause` ns.
/// O(samples + pieces x log of their overlap).
std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause, const Work& work);

} // namespace stepscope::analysis
