#include "widgets/litspans.h"

#include "widgets/geometrypainter.h"
#include "widgets/inktable.h"
#include "widgets/timelinecanvas.h"
#include "widgets/tracks/ink.h"
#include "widgets/tracks/track.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kAncestorsLookedAt = 512;
constexpr std::size_t kPerColumn = 12; ///< that are told apart by depth

Box boxOf(const trace::TraceView& view, const trace::SpanRecord& span, SpanPlace place, const Viewport& viewport)
{
    Box box;
    box.lane = place.lane;
    box.index = place.index;
    box.op = span.op;
    box.label = view.opName(span.op);
    box.ink = opInk(box.label);
    box.x0 = std::max(pixelOf(span.start, viewport), 0.0);
    box.x1 = std::min(pixelOf(span.end(), viewport), viewport.width);
    box.y0 = kLanePadding + span.depth * kDepthHeight;
    box.y1 = box.y0 + kDepthHeight - 1;
    if (box.x1 - box.x0 < viewport.columnWidth()) {
        const int column = std::clamp(columnOf(span.start, viewport), 0, viewport.columns - 1);
        box.x0 = column * viewport.columnWidth();
        box.x1 = box.x0 + viewport.columnWidth();
        box.count = 2; // too narrow to be read: no name in it
    }
    return box;
}

/// Those that began before what is in sight and reach into it.
void addReachingIn(const SpanIndex& lit, std::size_t lane, const Viewport& viewport, std::vector<Box>& boxes)
{
    const trace::LaneView& spans = lit.view().lanes()[lane];
    const std::vector<std::uint32_t>& wanted = lit.inLane(lane);
    const std::int64_t begin = viewport.range.begin;
    const auto [first, last] = spans.touching({begin, begin + 1});
    std::size_t looked = 0;
    for (std::size_t i = first; i < last && looked < kAncestorsLookedAt; i = spans.next(i + 1, last, begin), ++looked) {
        if (spans.span(i).start < begin && std::binary_search(wanted.begin(), wanted.end(), i))
            boxes.push_back(boxOf(lit.view(), spans.span(i), {lane, i}, viewport));
    }
}

} // namespace

Geometry litBoxes(const SpanIndex& lit, std::size_t lane, const Viewport& viewport)
{
    Geometry geometry;
    const std::vector<std::uint32_t>& wanted = lit.inLane(lane);
    if (wanted.empty() || viewport.columns < 1)
        return geometry;
    const trace::TraceView& view = lit.view();
    const trace::LaneView& spans = view.lanes()[lane];
    addReachingIn(lit, lane, viewport, geometry.boxes);
    const auto from = [&](auto begin, std::int64_t time) {
        return std::partition_point(begin, wanted.end(),
                                    [&](std::uint32_t span) { return spans.span(span).start < time; });
    };
    int column = -1;
    std::size_t inColumn = 0;
    for (auto at = from(wanted.begin(), viewport.range.begin); at != wanted.end();) {
        const trace::SpanRecord span = spans.span(*at);
        if (span.start >= viewport.range.end)
            break;
        const int its = columnOf(span.start, viewport);
        inColumn = its == column ? inColumn + 1 : 0;
        column = its;
        if (inColumn == kPerColumn) {
            at = from(at, columnRange(column, viewport).end);
            continue;
        }
        geometry.boxes.push_back(boxOf(view, span, {lane, *at}, viewport));
        ++at;
    }
    return geometry;
}

LitSpans::LitSpans(TimelineCanvas& canvas)
    : QCPLayerable(&canvas, QStringLiteral("legend"))
    , m_canvas(canvas)
{}

void LitSpans::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void LitSpans::draw(QCPPainter* painter)
{
    const Scene& scene = m_canvas.scene();
    if (!scene.lit)
        return;
    painter->save();
    painter->setClipRect(m_canvas.dataArea(), Qt::IntersectClip);
    QColor veil = scene.theme.surface;
    veil.setAlpha(scene.theme.kind == Theme::Kind::Light ? 200 : 190);
    const InkTable inks(scene.theme);
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const std::size_t lane = scene.rows.all()[row].track->lane();
        const QRect rect = m_canvas.rowRect(row).adjusted(0, 0, 0, -1);
        if (lane == kNoIndex)
            continue;
        painter->save();
        painter->setClipRect(rect & m_canvas.rowClip(row), Qt::IntersectClip);
        painter->fillRect(rect, veil);
        Viewport viewport = m_canvas.viewportOfData();
        viewport.height = rect.height();
        const Geometry geometry = litBoxes(*scene.lit, lane, viewport);
        GeometryPainter{scene.theme, inks, viewport, rect.topLeft()}.paint(*painter, geometry);
        painter->restore();
    }
    painter->restore();
}

} // namespace stepscope::widgets
