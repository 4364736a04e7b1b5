#include "widgets/rowplottable.h"

#include "widgets/frametimes.h"
#include "widgets/geometrypainter.h"
#include "widgets/rasterpainter.h"

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
    m_viewport = viewportOf(size, columnsPerPx(pixelsPerPx));
    m_isPrepared = true;
}

void RowPlottable::find()
{
    const Rows::Row& row = m_scene.rows.all()[m_row];
    m_geometry = row.track->geometry(m_scene.view, m_viewport);
    if (row.place.standsForGroup)
        m_geometry.levels.clear(); // their texts would cover all of so low a row
}

void RowPlottable::paint()
{
    RasterPainter(*m_sheet, m_inks, m_viewport.height, m_scene.focusedOp).paint(m_geometry);
    m_sheet.reset();
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
    QImage* frame = isVector || painter->modes().testFlag(QCPPainter::pmNoCaching)
                        ? nullptr
                        : dynamic_cast<QImage*>(painter->device());
    const bool isPrepared = std::exchange(m_isPrepared, false) && m_viewport == viewport;
    if (!isPrepared || !frame)
        m_batch.finishFinding();
    if (!isPrepared) {
        m_viewport = viewport;
        m_times.beginGeometry();
        find();
        m_times.endGeometry();
    }
    m_inks.use(m_scene.theme, ratio);
    if (isVector) {
        const GeometryPainter shapes{m_scene.theme, m_inks.boxes(), viewport, rect.topLeft(), m_scene.focusedOp};
        shapes.paint(*painter, m_geometry);
        return;
    }
    if (frame) {
        const auto inDevice = [&](const QRect& place) {
            return QRect((QPointF(place.topLeft()) * ratio).toPoint(), (QSizeF(place.size()) * ratio).toSize());
        };
        m_sheet.emplace(*frame, inDevice(rect).topLeft(), inDevice(m_area), viewport);
        m_batch.add(*this);
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
