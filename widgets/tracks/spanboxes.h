#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/geometry.h"

#include <cstddef>
#include <vector>

namespace stepscope::widgets {

/// Appends the boxes of one depth of a lane, from left to right, x in px. Spans narrower than a column share one box,
/// which has the longest of them, their number, and the share of the column in which any span of the depth runs. The
/// caller sets y, lane, label and colour. O(columns x log spans); the store builds the index while it reads.
void addSpanBoxes(const trace::LaneView& lane, std::size_t depth, const Viewport& viewport, std::vector<Box>& boxes);

} // namespace stepscope::widgets
