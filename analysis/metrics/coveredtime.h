#pragma once

#include "analysis/trace/traceview.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

/// The time within `ranges` (disjoint, in order of time) that the samples of all these channels cover, by the rule of
/// ChannelView::integral(): disjoint ranges in order of time. Reads all samples in the ranges.
std::vector<trace::TimeRange> commonTime(const trace::TraceView& view,
                                         std::span<const trace::ChannelView* const> channels,
                                         std::span<const trace::TimeRange> ranges);

} // namespace stepscope::analysis
