#pragma once

#include "widgets/marks/opsearch.h"
#include "widgets/render/coordinates.h"
#include "widgets/render/geometry.h"

#include <cstddef>

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// Boxes of the instances that are visible in a lane, as the lane's row draws them. Each column that touches an
/// instance has a box. O(columns x log n).
[[nodiscard]] Geometry highlightBoxes(const SpanIndex& instances, std::size_t lane, const Viewport& viewport);

/// Fades the lanes and draws the instances that a search found over them.
class SearchHighlight
{
public:
    explicit SearchHighlight(const TimelineCanvas& canvas);

    void draw(QPainter& painter);

private:
    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
