#include "widgets/timeline/rowpane.h"

#include "widgets/render/frametimes.h"
#include "widgets/render/geometrypainter.h"
#include "widgets/render/rasterpainter.h"

#include <QPainter>

#include <cmath>
#include <utility>

namespace stepscope::widgets {

RowPane::RowPane(const Scene& scene, RasterColors& colors, RowBatch& batch, FrameTimes& times)
    : m_scene(scene)
    , m_colors(colors)
    , m_batch(batch)
    , m_times(times)
{}

Viewport RowPane::viewportOf(QSize size, double ratio) const
{
    return {m_scene.shown(), static_cast<double>(size.width()), static_cast<double>(size.height()),
            static_cast<int>(std::lround(size.width() * ratio))};
}

void RowPane::prepare(QSize size, double pixelsPerPx)
{
    m_viewport = viewportOf(size, columnsPerPx(pixelsPerPx));
    m_isPrepared = true;
}

void RowPane::computeGeometry()
{
    const Rows::Row& row = m_scene.rows.all()[m_row];
    m_geometry = row.track->geometry(m_scene.view, m_viewport);
    if (row.place.isSummary)
        m_geometry.levels.clear(); // a row of this height has no room for their labels
}

void RowPane::paint()
{
    RasterPainter(*m_surface, m_colors, m_viewport.height, m_scene.focusedOp).paint(m_geometry);
    m_surface.reset();
}

void RowPane::draw(QPainter& painter, const Target& target)
{
    if (m_row >= m_scene.rows.all().size() || target.rect.width() < 1)
        return;
    const double ratio = target.isVector ? 1 : columnsPerPx(painter.deviceTransform().m11());
    const Viewport viewport = viewportOf(target.rect.size(), ratio);
    const bool isPrepared = std::exchange(m_isPrepared, false) && m_viewport == viewport;
    if (!isPrepared || !target.frame)
        m_batch.finishGeometry();
    if (!isPrepared) {
        m_viewport = viewport;
        m_times.beginGeometry();
        computeGeometry();
        m_times.endGeometry();
    }
    m_colors.use(m_scene.theme, ratio);
    if (target.isVector) {
        const GeometryPainter shapes{m_scene.theme, m_colors.boxes(), viewport, target.rect.topLeft(),
                                     m_scene.focusedOp};
        shapes.paint(painter, m_geometry);
        return;
    }
    if (target.frame) {
        const auto inDevice = [&](const QRect& place) {
            return QRect((QPointF(place.topLeft()) * ratio).toPoint(), (QSizeF(place.size()) * ratio).toSize());
        };
        m_surface.emplace(*target.frame, inDevice(target.rect).topLeft(), inDevice(m_area), viewport);
        m_batch.addPaint(*this);
    } else {
        RasterSurface surface(viewport);
        RasterPainter(surface, m_colors, viewport.height, m_scene.focusedOp).paint(m_geometry);
        surface.paint(painter, target.rect.topLeft());
    }
}

} // namespace stepscope::widgets
