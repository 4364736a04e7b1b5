#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/marks/bookmark.h"
#include "widgets/marks/opsearch.h"
#include "widgets/render/geometry.h"
#include "widgets/render/theme.h"
#include "widgets/rows/rowdragstate.h"
#include "widgets/rows/rows.h"
#include "widgets/timeline/timeaxis.h"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

/// The state that all parts of a timeline share.
struct Scene : SceneMarks
{
    trace::TraceView view;
    TimeAxis* axis = nullptr;
    Theme theme = Theme::light();
    Rows rows;
    int scroll = 0;       ///< px that the rows that are not pinned are scrolled
    RowDragState rowDrag; ///< of the pointer over the labels
    QString title;        ///< over the ruler; empty = none
    bool isFigure = false;
    bool showsValues = true; ///< right of the rows, if there is room
    int valueWidth = 0;      ///< px of the values

    std::optional<trace::TimeRange> band; ///< a drag is about to zoom to it

    std::optional<QPointF> pointer; ///< px of the canvas
    std::optional<Box> hovered;     ///< px of the data of its row
    std::size_t hoveredRow = kNoIndex;
    bool isPointerResting = false; ///< the pointer has not moved for 400 ms

    /// The range that the picture shows, for drawing and hit tests. It differs from axis->range() during an animation.
    [[nodiscard]] trace::TimeRange shown() const { return axis->shown(); }
    /// Origin of displayed times, ns.
    [[nodiscard]] std::int64_t start() const { return view.extent().begin; }
};

} // namespace stepscope::widgets

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
