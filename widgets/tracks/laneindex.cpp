#include "widgets/tracks/laneindex.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kDepthsAtOnce = 3;

} // namespace

bool LaneIndex::extend(const trace::LaneView& lane, std::size_t /*budget*/)
{
    m_size = lane.size();
    m_depths = lane.size() > 0 ? std::size_t{lane.maxDepth()} + 1 : 0;
    return true;
}

void LaneIndex::boxes(const trace::LaneView& lane, std::size_t depth, const Viewport& viewport,
                      std::vector<Box>& boxes) const
{
    if (depth >= m_depths)
        return;
    thread_local std::vector<trace::SpanBox> found; // kept for its memory: this runs for each depth of each frame
    found.clear();
    lane.boxes(static_cast<std::uint8_t>(depth), viewport.range, viewport.columns, found);
    // Deeper ones are about as many; to move boxes takes longer than to make them.
    if (boxes.size() + found.size() > boxes.capacity())
        boxes.reserve(boxes.size() + found.size() * std::min<std::size_t>(m_depths - depth, kDepthsAtOnce));
    const double columnWidth = viewport.columnWidth();
    for (const trace::SpanBox& span : found) {
        Box& box = boxes.emplace_back();
        box.index = span.span;
        box.op = span.op;
        box.count = span.count;
        box.busy = span.busy;
        if (span.column == trace::SpanBox::kOwn) {
            box.x0 = std::max(pixelOf(span.time.begin, viewport), 0.0);
            box.x1 = std::min(pixelOf(span.time.end, viewport), viewport.width);
        } else {
            box.x0 = span.column * columnWidth;
            box.x1 = box.x0 + columnWidth;
        }
    }
}

} // namespace stepscope::widgets
