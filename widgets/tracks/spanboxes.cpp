#include "widgets/tracks/spanboxes.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kDepthsReserved = 3;

} // namespace

void addSpanBoxes(const trace::LaneView& lane, std::size_t depth, const Viewport& viewport, std::vector<Box>& boxes)
{
    const std::size_t depths = lane.size() > 0 ? std::size_t{lane.maxDepth()} + 1 : 0;
    if (depth >= depths)
        return;
    thread_local std::vector<trace::SpanBox> spans; // reuses its memory: this runs for each depth of each frame
    spans.clear();
    lane.boxes(static_cast<std::uint8_t>(depth), viewport.range, viewport.columns, spans);
    // The next depths have about as many boxes. Reserve for them: moving boxes takes longer than making them.
    if (boxes.size() + spans.size() > boxes.capacity())
        boxes.reserve(boxes.size() + spans.size() * std::min<std::size_t>(depths - depth, kDepthsReserved));
    const double columnWidth = viewport.columnWidth();
    for (const trace::SpanBox& span : spans) {
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
