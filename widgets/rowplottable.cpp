#include "widgets/rowplottable.h"

#include "widgets/geometrypainter.h"

#include <cmath>

namespace stepscope::widgets {

RowPlottable::RowPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const Scene& scene)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_scene(scene)
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

void RowPlottable::draw(QCPPainter* painter)
{
    if (m_row >= m_scene.rows.all().size())
        return;
    const QRect rect = keyAxis()->axisRect()->rect();
    if (rect.width() < 1)
        return;
    // One column a device pixel, so that thin things are as sharp as the screen can.
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const double ratio = isVector ? 1 : std::clamp(painter->deviceTransform().m11(), 1.0, 8.0);
    const Viewport viewport{m_scene.shown(), static_cast<double>(rect.width()), static_cast<double>(rect.height()),
                            static_cast<int>(std::lround(rect.width() * ratio))};
    m_geometry = m_scene.rows.all()[m_row].track->geometry(m_scene.view, viewport);
    const GeometryPainter geometryPainter{m_scene.theme, viewport, rect.topLeft(), isVector, m_scene.focusedOp};
    geometryPainter.paint(*painter, m_geometry);
}

} // namespace stepscope::widgets
