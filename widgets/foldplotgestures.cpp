#include "widgets/foldplot.h"
#include "widgets/tracks/track.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

/// What hands do on a fold plot.
namespace stepscope::widgets {

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1;
constexpr double kLeastBand = 6; ///< px, else it was a click

} // namespace

void FoldPlot::wheelEvent(QWheelEvent* event)
{
    const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        scrollOps(static_cast<int>(-notches * 2 * kDepthHeight));
    else if (event->modifiers() & Qt::ShiftModifier)
        m_axis.panBy(-notches * kPanPerNotch);
    else
        m_axis.zoomBy(std::pow(kZoomPerNotch, notches), timeUnder(event->position().x()));
    event->accept();
}

void FoldPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = m_lastAt = event->position();
    const bool zooms = event->button() == Qt::RightButton ||
                       (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier));
    m_drag = zooms ? Drag::Zoom : Drag::Move;
}

void FoldPlot::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (m_drag == Drag::Move)
        m_axis.panBy((m_lastAt.x() - event->position().x()) / curveArea().width(), TimeAxis::Motion::AtOnce);
    m_lastAt = event->position();
    update();
}

void FoldPlot::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Zoom && std::abs(event->position().x() - m_pressedAt.x()) >= kLeastBand) {
        const auto [begin, end] = std::minmax({timeUnder(m_pressedAt.x()), timeUnder(event->position().x())});
        m_axis.zoomTo({begin, end});
    }
    update();
}

void FoldPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Geometry boxes = ops();
    const QPointF place = event->position() - opsArea().topLeft();
    const Box* box = boxAt(boxes, place.x(), place.y(), 2);
    if (box == nullptr)
        return m_axis.showAll();
    const Viewport port = viewport(opsArea());
    const std::int64_t begin = widgets::timeAt(box->x0, port);
    const std::int64_t end = widgets::timeAt(box->x1, port);
    m_axis.zoomTo({begin - (end - begin) / 8, end + (end - begin) / 8});
}

void FoldPlot::keyPressEvent(QKeyEvent* event)
{
    const trace::TimeRange range = m_axis.range();
    const std::int64_t anchor = m_pointer ? timeUnder(m_pointer->x()) : range.begin + range.duration() / 2;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return m_axis.zoomBy(kZoomPerNotch * kZoomPerNotch, anchor);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return m_axis.zoomBy(1 / (kZoomPerNotch * kZoomPerNotch), anchor);
    case Qt::Key_A:
    case Qt::Key_Left:
        return m_axis.panBy(-kPanPerNotch);
    case Qt::Key_D:
    case Qt::Key_Right:
        return m_axis.panBy(kPanPerNotch);
    case Qt::Key_Up:
        return scrollOps(-kDepthHeight);
    case Qt::Key_Down:
        return scrollOps(kDepthHeight);
    case Qt::Key_Home:
    case Qt::Key_0:
        return m_axis.showAll();
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        return m_axis.back();
    default:
        QWidget::keyPressEvent(event);
    }
}

void FoldPlot::leaveEvent(QEvent* event)
{
    m_pointer.reset();
    update();
    QWidget::leaveEvent(event);
}

} // namespace stepscope::widgets
