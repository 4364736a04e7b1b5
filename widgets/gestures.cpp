#include "widgets/gestures.h"

#include "widgets/timelinecanvas.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerKey = 0.12;
constexpr double kPanPerNotch = 0.08;
constexpr int kScrollPerKey = 48;

} // namespace

Gestures::Gestures(Scene& scene, TimelineCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{
    canvas.installEventFilter(this);
}

bool Gestures::eventFilter(QObject*, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        return doubleClick(*static_cast<QMouseEvent*>(event));
    case QEvent::Wheel:
        event->accept();
        return wheel(*static_cast<QWheelEvent*>(event));
    case QEvent::NativeGesture:
        return pinch(*static_cast<QNativeGestureEvent*>(event));
    case QEvent::Leave:
        leave();
        return false;
    default:
        return false;
    }
}

std::int64_t Gestures::timeUnder(QPointF position) const
{
    const QRect data = m_canvas.dataArea();
    return timeAt(std::clamp(position.x() - data.left(), 0.0, static_cast<double>(data.width())),
                  m_canvas.viewportOfData());
}

std::int64_t Gestures::zoomAnchor() const
{
    const trace::TimeRange range = m_scene.axis->range();
    return m_scene.axis->cursor().value_or(range.begin + range.duration() / 2);
}

bool Gestures::press(const QMouseEvent& event)
{
    emit touched();
    const QPointF position = event.position();
    const bool overData = position.x() >= m_canvas.dataArea().left() && position.x() <= m_canvas.dataArea().right();
    if (!overData || m_drag != Drag::None)
        return true;
    m_pressedAt = m_lastAt = position;
    m_pressedTime = timeUnder(position);
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_spaceHeld)) {
        m_drag = Drag::Pan;
        m_canvas.setCursor(Qt::ClosedHandCursor);
    } else if (event.button() == Qt::LeftButton) {
        m_drag = Drag::Pending;
    }
    return true;
}

bool Gestures::move(const QMouseEvent& event)
{
    const QPointF position = event.position();
    if (m_drag == Drag::Pending &&
        std::abs(position.x() - m_pressedAt.x()) >= QGuiApplication::styleHints()->startDragDistance() / 2.0)
        m_drag = Drag::Select;
    if (m_drag == Drag::Pan) {
        const QPointF by = position - m_lastAt;
        m_lastAt = position;
        m_scene.axis->panBy(-by.x() / std::max(1, m_canvas.dataArea().width()));
        if (by.y() != 0)
            emit scrolled(static_cast<int>(-by.y()));
    }
    hover(position);
    if (m_drag == Drag::Select) {
        const std::int64_t time = timeUnder(position);
        m_scene.axis->setSelection(trace::TimeRange{std::min(m_pressedTime, time), std::max(m_pressedTime, time)});
    }
    return true;
}

bool Gestures::release(const QMouseEvent& event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_canvas.unsetCursor();
    if (drag == Drag::Pending)
        click(event.position());
    else
        hover(event.position());
    return true;
}

void Gestures::click(QPointF position)
{
    const auto box = m_canvas.boxNear(position);
    if (box && box->of == Box::Of::Span) {
        emit spanClicked(box->lane, box->index);
    } else if (box && box->of == Box::Of::Step && box->count == 1) {
        const format::Step step = m_scene.view.step(box->index);
        m_scene.axis->setSelection(trace::TimeRange{step.start, step.end});
    } else {
        emit emptyClicked();
    }
}

bool Gestures::doubleClick(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return true;
    if (const auto box = m_canvas.boxNear(event.position())) {
        if (box->of == Box::Of::Span)
            emit spanDoubleClicked(box->lane, box->index);
        else if (box->of == Box::Of::Step)
            emit stepDoubleClicked(box->index);
    }
    return true;
}

bool Gestures::wheel(const QWheelEvent& event)
{
    constexpr double kNotch = 120;
    const double vertical = event.angleDelta().y() / kNotch;
    const double horizontal = event.angleDelta().x() / kNotch;
    const bool overLabels = event.position().x() < m_canvas.dataArea().left();
    if (event.modifiers().testFlag(Qt::ControlModifier) || overLabels)
        emit scrolled(static_cast<int>(-vertical * kScrollPerKey));
    else if (event.modifiers().testFlag(Qt::ShiftModifier))
        m_scene.axis->panBy(-(vertical + horizontal) * kPanPerNotch);
    else if (vertical != 0)
        m_scene.axis->zoomBy(std::pow(kZoomPerNotch, vertical), timeUnder(event.position()));
    else if (horizontal != 0)
        m_scene.axis->panBy(-horizontal * kPanPerNotch);
    return true;
}

bool Gestures::pinch(const QNativeGestureEvent& event)
{
    if (event.gestureType() != Qt::ZoomNativeGesture)
        return false;
    m_scene.axis->zoomBy(std::max(0.1, 1 + event.value()), timeUnder(event.position()));
    return true;
}

void Gestures::hover(QPointF position)
{
    m_scene.pointer = position;
    const QRect data = m_canvas.dataArea();
    const bool overTime = position.x() >= data.left() && position.x() <= data.right();
    m_scene.axis->setCursor(overTime ? std::optional(timeUnder(position)) : std::nullopt);
    m_scene.hovered = m_drag == Drag::Select || m_drag == Drag::Pan ? std::nullopt : m_canvas.boxNear(position);
    m_scene.hoveredRow = m_scene.hovered ? m_canvas.rowAt(position) : kNoIndex;
    emit hoverChanged();
}

void Gestures::refreshHover()
{
    if (m_scene.pointer)
        hover(*m_scene.pointer);
}

void Gestures::leave()
{
    m_scene.pointer.reset();
    m_scene.hovered.reset();
    m_scene.axis->setCursor(std::nullopt);
    emit hoverChanged();
}

void Gestures::keyReleased(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_spaceHeld = false;
}

bool Gestures::keyPressed(QKeyEvent* event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    TimeAxis& axis = *m_scene.axis;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        axis.zoomBy(kZoomPerNotch, zoomAnchor());
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        axis.zoomBy(1 / kZoomPerNotch, zoomAnchor());
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        axis.panBy(-kPanPerKey);
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        axis.panBy(kPanPerKey);
        return true;
    case Qt::Key_Up:
        emit scrolled(-kScrollPerKey);
        return true;
    case Qt::Key_Down:
        emit scrolled(kScrollPerKey);
        return true;
    case Qt::Key_PageUp:
        emit scrolled(-m_canvas.rowsHeight());
        return true;
    case Qt::Key_PageDown:
        emit scrolled(m_canvas.rowsHeight());
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        axis.showAll();
        return true;
    case Qt::Key_F:
        axis.setFollowing(!axis.following());
        return true;
    case Qt::Key_Z:
        if (axis.selection())
            axis.zoomTo(*axis.selection());
        return true;
    case Qt::Key_Backspace:
        event->modifiers().testFlag(Qt::ShiftModifier) ? axis.forward() : axis.back();
        return true;
    case Qt::Key_Escape:
        emit escapePressed();
        return true;
    case Qt::Key_Space:
        m_spaceHeld = true;
        return true;
    default:
        return false;
    }
}

} // namespace stepscope::widgets
