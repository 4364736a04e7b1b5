#include "widgets/timeline/scene.h"

#include "widgets/render/colorrole.h"
#include "widgets/render/geometrypainter.h"
#include "widgets/render/theme.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/tracks/track.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostAncestors = 512;
constexpr std::size_t kPerColumn = 12; ///< boxes: a column may hold instances of several depths

Box boxOf(const trace::TraceView& view, const trace::SpanRecord& span, SpanPlace place, const Viewport& viewport)
{
    Box box;
    box.lane = place.lane;
    box.index = place.index;
    box.op = span.op;
    box.label = view.opName(span.op);
    box.color = opColor(box.label);
    box.x0 = std::max(pixelOf(span.start, viewport), 0.0);
    box.x1 = std::min(pixelOf(span.end(), viewport), viewport.width);
    box.y0 = kLanePadding + span.depth * kDepthHeight;
    box.y1 = box.y0 + kDepthHeight - 1;
    if (box.x1 - box.x0 < viewport.columnWidth()) {
        const int column = std::clamp(columnOf(span.start, viewport), 0, viewport.columns - 1);
        box.x0 = column * viewport.columnWidth();
        box.x1 = box.x0 + viewport.columnWidth();
        box.count = 2; // too narrow for a name
    }
    return box;
}

/// Adds the instances that begin before the viewport and end in it or after it.
void addReachingIn(const SpanIndex& instances, std::size_t lane, const Viewport& viewport, std::vector<Box>& boxes)
{
    const trace::LaneView& spans = instances.view().lanes()[lane];
    const std::vector<std::uint32_t>& spansOfLane = instances.inLane(lane);
    const std::int64_t begin = viewport.range.begin;
    const auto [first, last] = spans.touching({begin, begin + 1});
    std::size_t visited = 0;
    for (std::size_t i = first; i < last && visited < kMostAncestors; i = spans.next(i + 1, last, begin), ++visited) {
        if (spans.span(i).start < begin && std::binary_search(spansOfLane.begin(), spansOfLane.end(), i))
            boxes.push_back(boxOf(instances.view(), spans.span(i), {lane, i}, viewport));
    }
}

} // namespace

Geometry highlightBoxes(const SpanIndex& instances, std::size_t lane, const Viewport& viewport)
{
    Geometry geometry;
    const std::vector<std::uint32_t>& spansOfLane = instances.inLane(lane);
    if (spansOfLane.empty() || viewport.columns < 1)
        return geometry;
    const trace::TraceView& view = instances.view();
    const trace::LaneView& spans = view.lanes()[lane];
    addReachingIn(instances, lane, viewport, geometry.boxes);
    const auto from = [&](auto begin, std::int64_t time) {
        return std::partition_point(begin, spansOfLane.end(),
                                    [&](std::uint32_t span) { return spans.span(span).start < time; });
    };
    int column = -1;
    std::size_t inColumn = 0;
    for (auto at = from(spansOfLane.begin(), viewport.range.begin); at != spansOfLane.end();) {
        const trace::SpanRecord span = spans.span(*at);
        if (span.start >= viewport.range.end)
            break;
        const int columnOfSpan = columnOf(span.start, viewport);
        inColumn = columnOfSpan == column ? inColumn + 1 : 0;
        column = columnOfSpan;
        if (inColumn == kPerColumn) {
            at = from(at, columnRange(column, viewport).end);
            continue;
        }
        geometry.boxes.push_back(boxOf(view, span, {lane, *at}, viewport));
        ++at;
    }
    return geometry;
}

SearchHighlight::SearchHighlight(const TimelineCanvas& canvas)
    : m_canvas(canvas)
{}

void SearchHighlight::draw(QPainter& painter)
{
    const Scene& scene = m_canvas.scene();
    if (!scene.highlighted)
        return;
    painter.save();
    painter.setClipRect(m_canvas.dataArea(), Qt::IntersectClip);
    QColor veil = scene.theme.surface;
    veil.setAlpha(scene.theme.kind == Theme::Kind::Light ? 200 : 190);
    const SpanPalette colors(scene.theme);
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const std::size_t lane = scene.rows.all()[row].track->lane();
        const QRect rect = m_canvas.rowRect(row).adjusted(0, 0, 0, -1);
        if (lane == kNoIndex)
            continue;
        painter.save();
        painter.setClipRect(rect & m_canvas.rowClip(row), Qt::IntersectClip);
        painter.fillRect(rect, veil);
        Viewport viewport = m_canvas.viewportOfData();
        viewport.height = rect.height();
        const Geometry geometry = highlightBoxes(*scene.highlighted, lane, viewport);
        GeometryPainter{scene.theme, colors, viewport, rect.topLeft()}.paint(painter, geometry);
        painter.restore();
    }
    painter.restore();
}

} // namespace stepscope::widgets
