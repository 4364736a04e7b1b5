#include "widgets/rowplottable.h"

#include "widgets/frametimes.h"
#include "widgets/geometrypainter.h"
#include "widgets/pixelsheet.h"
#include "widgets/rasterpainter.h"
#include "widgets/rowbatch.h"

#include <cmath>
#include <utility>

namespace stepscope::widgets {

RowPlottable::RowPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const Scene& scene, RasterInks& inks, RowBatch& batch,
                           FrameTimes& times)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_scene(scene)
    , m_inks(inks)
    , m_batch(batch)
    , m_times(times)
{
    setSelectable(QCP::stNone);
}

QCPRange RowPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return keyAxis()->range();
}

QCPRange RowPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return {m_geometry.valueMin, m_geometry.valueMax};
}

QRect RowPlottable::clipRect() const
{
    return keyAxis()->axisRect()->rect() & m_area;
}

Viewport RowPlottable::viewportOf(QSize size, double ratio) const
{
    return {m_scene.shown(), static_cast<double>(size.width()), static_cast<double>(size.height()),
            static_cast<int>(std::lround(size.width() * ratio))};
}

void RowPlottable::prepare(QSize size, double pixelsPerPx)
{
    m_prepared = viewportOf(size, columnsPerPx(pixelsPerPx));
    m_geometry = m_scene.rows.all()[m_row].track->geometry(m_scene.view, *m_prepared);
}

void RowPlottable::draw(QCPPainter* painter)
{
    if (m_row >= m_scene.rows.all().size())
        return;
    const QRect rect = keyAxis()->axisRect()->rect();
    if (rect.width() < 1)
        return;
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const double ratio = isVector ? 1 : columnsPerPx(painter->deviceTransform().m11());
    const Viewport viewport = viewportOf(rect.size(), ratio);
    if (std::exchange(m_prepared, std::nullopt) != viewport) {
        m_times.beginGeometry();
        m_geometry = m_scene.rows.all()[m_row].track->geometry(m_scene.view, viewport);
        m_times.endGeometry();
    }
    if (m_scene.rows.all()[m_row].place.standsForGroup)
        m_geometry.levels.clear(); // their texts would cover all of so low a row
    m_inks.use(m_scene.theme, ratio);
    if (isVector) {
        const GeometryPainter shapes{m_scene.theme, m_inks.boxes(), viewport, rect.topLeft(), m_scene.focusedOp};
        shapes.paint(*painter, m_geometry);
        return;
    }
    QImage* frame =
        painter->modes().testFlag(QCPPainter::pmNoCaching) ? nullptr : dynamic_cast<QImage*>(painter->device());
    if (frame) {
        const auto inDevice = [&](const QRect& place) {
            return QRect((QPointF(place.topLeft()) * ratio).toPoint(), (QSizeF(place.size()) * ratio).toSize());
        };
        m_batch.add({PixelSheet(*frame, inDevice(rect).topLeft(), inDevice(m_area), viewport), &m_geometry,
                     viewport.height, m_scene.focusedOp});
    } else {
        PixelSheet sheet(viewport);
        RasterPainter(sheet, m_inks, viewport.height, m_scene.focusedOp).paint(m_geometry);
        // QCustomPlot moves by half a pixel what it draws antialiased; these are whole ones.
        painter->save();
        painter->setAntialiasing(false);
        sheet.paint(*painter, rect.topLeft());
        painter->restore();
    }
}

} // namespace stepscope::widgets
