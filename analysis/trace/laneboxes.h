#pragma once

#include "analysis/trace/columngrid.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::trace {

class LaneStore;

/// What LaneView::boxes() tells; of the first `size` spans of the lane.
void appendBoxes(const LaneStore& lane, std::size_t size, std::uint8_t depth, const ColumnGrid& grid,
                 std::vector<SpanBox>& boxes);

} // namespace stepscope::trace
