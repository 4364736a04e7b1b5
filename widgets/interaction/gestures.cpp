#include "widgets/interaction/gestures.h"

#include "widgets/timeline/marks.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QGestureEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.08;
constexpr double kNotch = 120; ///< of a wheel, in eighths of a degree
constexpr int kScrollPerNotch = 48;
constexpr int kRestMs = 400; ///< after which the pointer counts as resting
constexpr double kZoomPerKey = 1.25;
constexpr double kPanPerKey = 0.12;
constexpr int kScrollPerKey = 48;

} // namespace

Gestures::Gestures(Scene& scene, TimelineCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{
    canvas.installEventFilter(this);
    canvas.grabGesture(Qt::PinchGesture);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        m_scene.isPointerResting = true;
        emit hoverChanged();
    });
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
    case QEvent::Gesture:
        return pinch(*static_cast<QGestureEvent*>(event));
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

std::int64_t Gestures::targetTimeUnder(QPointF position) const
{
    const QRect data = m_canvas.dataArea();
    Viewport viewport = m_canvas.viewportOfData();
    viewport.range = m_scene.axis->range();
    return timeAt(std::clamp(position.x() - data.left(), 0.0, static_cast<double>(data.width())), viewport);
}

std::int64_t Gestures::zoomAnchor() const
{
    const trace::TimeRange range = m_scene.axis->range();
    if (m_scene.pointer && m_scene.axis->cursor())
        return targetTimeUnder(*m_scene.pointer);
    return range.begin + range.duration() / 2;
}

trace::TimeRange Gestures::dragged(QPointF position) const
{
    const std::int64_t time = timeUnder(position);
    return {std::min(m_pressedTime, time), std::max(m_pressedTime, time)};
}

Gestures::Drag Gestures::dragOf(const QMouseEvent& event)
{
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_spaceHeld))
        return Drag::Pan;
    if (event.button() == Qt::RightButton)
        return Drag::BandPending;
    if (event.button() != Qt::LeftButton)
        return Drag::None;
    if (const auto cursor = Marks::cursorAt(m_canvas, event.position())) {
        m_cursor = *cursor;
        return Drag::Cursor;
    }
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_kept = m_scene.axis->selections();
        return Drag::Pending;
    }
    return event.modifiers().testFlag(Qt::ShiftModifier) ? Drag::PanPending : Drag::Pending;
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
    m_button = event.button();
    m_kept.reset();
    m_drag = dragOf(event);
    if (m_drag == Drag::Pan)
        m_canvas.setCursor(Qt::ClosedHandCursor);
    return true;
}

void Gestures::beginDrag(QPointF position)
{
    if (std::abs(position.x() - m_pressedAt.x()) < QGuiApplication::styleHints()->startDragDistance() / 2.0)
        return;
    if (m_drag == Drag::Pending) {
        m_drag = Drag::Select;
    } else if (m_drag == Drag::BandPending) {
        m_drag = Drag::Band;
    } else if (m_drag == Drag::PanPending) {
        m_drag = Drag::Pan;
        m_canvas.setCursor(Qt::ClosedHandCursor);
    }
}

void Gestures::drag(QPointF position, bool exactly)
{
    switch (m_drag) {
    case Drag::Pan: {
        const QPointF by = position - std::exchange(m_lastAt, position);
        m_scene.axis->panBy(-by.x() / std::max(1, m_canvas.dataArea().width()), TimeAxis::Motion::Immediate);
        if (by.y() != 0)
            emit scrolled(static_cast<int>(-by.y()));
        break;
    }
    case Drag::Select:
        select(dragged(position));
        break;
    case Drag::Band:
        m_scene.band = dragged(position);
        break;
    case Drag::Cursor:
        emit cursorPlaced(m_cursor, position, exactly);
        break;
    default:
        break;
    }
}

/// With the control key, the range is added to those that are selected.
void Gestures::select(trace::TimeRange range)
{
    std::vector<trace::TimeRange> ranges = m_kept.value_or(std::vector<trace::TimeRange>{});
    ranges.push_back(range);
    m_scene.axis->setSelections(ranges);
}

/// Selects the range between the cursors.
bool Gestures::selectByKey(bool adds)
{
    const Cursors& cursors = m_scene.cursors;
    if (cursors.a && cursors.b) {
        m_kept = adds ? std::optional(m_scene.axis->selections()) : std::nullopt;
        select({std::min(*cursors.a, *cursors.b), std::max(*cursors.a, *cursors.b)});
    }
    return true;
}

bool Gestures::move(const QMouseEvent& event)
{
    const QPointF position = event.position();
    beginDrag(position);
    if (m_drag == Drag::Pan)
        drag(position, false); // before hover(), so that the time under the pointer stays the same
    hover(position);
    m_scene.isPointerResting = false;
    m_rest.start();
    if (m_drag != Drag::Pan)
        drag(position, event.modifiers().testFlag(Qt::AltModifier));
    return true;
}

bool Gestures::release(const QMouseEvent& event)
{
    if (event.button() != m_button)
        return true;
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_canvas.unsetCursor();
    const auto band = std::exchange(m_scene.band, std::nullopt);
    if (drag == Drag::Pending)
        click(event.position());
    else if (drag == Drag::PanPending)
        emit cursorPlaced(m_scene.cursors.next(timeUnder(event.position())), event.position(),
                          event.modifiers().testFlag(Qt::AltModifier));
    else if (drag == Drag::BandPending && event.button() == Qt::RightButton)
        emit menuRequested(event.position());
    else if (drag == Drag::Band && band && !band->isEmpty())
        m_scene.axis->zoomTo(*band);
    hover(event.position());
    return true;
}

void Gestures::click(QPointF position)
{
    if (const auto bookmark = Marks::bookmarkAt(m_canvas, position)) {
        emit bookmarkClicked(*bookmark);
        return;
    }
    const auto box = m_canvas.boxNear(position);
    if (box && box->of == Box::Of::Span) {
        emit spanClicked(box->lane, box->index);
    } else if (box && box->of == Box::Of::Step && box->count == 1) {
        const format::Step step = m_scene.view.step(box->index);
        select({step.start, step.end});
    } else if (!m_kept) { // with the control key, a click beside a step changes nothing
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
    const double vertical = event.angleDelta().y() / kNotch;
    const double horizontal = event.angleDelta().x() / kNotch;
    // Animate the whole notches of a wheel. A touchpad reports small movements, which are smooth by themselves.
    const bool isWheel = event.phase() == Qt::NoScrollPhase && event.pixelDelta().isNull() &&
                         event.angleDelta().y() % static_cast<int>(kNotch) == 0;
    const auto motion = isWheel ? TimeAxis::Motion::Animated : TimeAxis::Motion::Immediate;
    const bool overLabels = event.position().x() < m_canvas.dataArea().left();
    if (event.modifiers().testFlag(Qt::ControlModifier) || overLabels)
        emit scrolled(static_cast<int>(-vertical * kScrollPerNotch));
    else if (event.modifiers().testFlag(Qt::ShiftModifier))
        m_scene.axis->panBy(-(vertical + horizontal) * kPanPerNotch, motion);
    else if (vertical != 0)
        m_scene.axis->zoomBy(std::pow(kZoomPerNotch, vertical), targetTimeUnder(event.position()), motion);
    else if (horizontal != 0)
        m_scene.axis->panBy(-horizontal * kPanPerNotch, motion);
    return true;
}

bool Gestures::pinch(const QNativeGestureEvent& event)
{
    if (event.gestureType() != Qt::ZoomNativeGesture)
        return false;
    m_scene.axis->zoomBy(std::max(0.1, 1 + event.value()), targetTimeUnder(event.position()),
                         TimeAxis::Motion::Immediate);
    return true;
}

bool Gestures::pinch(QGestureEvent& event)
{
    const auto* pinch = static_cast<QPinchGesture*>(event.gesture(Qt::PinchGesture));
    if (!pinch)
        return false;
    const QPointF middle = m_canvas.mapFromGlobal(pinch->centerPoint());
    if (pinch->scaleFactor() > 0)
        m_scene.axis->zoomBy(pinch->scaleFactor(), targetTimeUnder(middle), TimeAxis::Motion::Immediate);
    event.accept(Qt::PinchGesture);
    return true;
}

void Gestures::hover(QPointF position)
{
    m_scene.pointer = position;
    const QRect data = m_canvas.dataArea();
    const bool overTime = position.x() >= data.left() && position.x() <= data.right();
    m_scene.axis->setCursor(overTime ? std::optional(timeUnder(position)) : std::nullopt);
    const bool busy = m_drag == Drag::Select || m_drag == Drag::Pan || m_drag == Drag::Band || m_drag == Drag::Cursor;
    m_scene.hovered = busy ? std::nullopt : m_canvas.boxNear(position);
    m_scene.hoveredRow = busy || !data.contains(position.toPoint()) ? kNoIndex : m_canvas.rowAt(position);
    if (m_drag == Drag::None && position.x() >= data.left()) // left of the data, RowGestures sets the shape
        updatePointerShape(position);
    emit hoverChanged();
}

void Gestures::updatePointerShape(QPointF position)
{
    if (Marks::cursorAt(m_canvas, position))
        m_canvas.setCursor(Qt::SizeHorCursor);
    else if (Marks::bookmarkAt(m_canvas, position))
        m_canvas.setCursor(Qt::PointingHandCursor);
    else
        m_canvas.unsetCursor();
}

void Gestures::refreshHover()
{
    if (m_scene.pointer)
        hover(*m_scene.pointer);
}

void Gestures::leave()
{
    m_rest.stop();
    m_scene.isPointerResting = false;
    m_scene.pointer.reset();
    m_scene.hovered.reset();
    m_scene.hoveredRow = kNoIndex;
    m_scene.axis->setCursor(std::nullopt);
    emit hoverChanged();
}

void Gestures::keyReleased(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_spaceHeld = false;
}

bool Gestures::moveByKey(const QKeyEvent& event)
{
    TimeAxis& axis = *m_scene.axis;
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        axis.zoomBy(kZoomPerKey, zoomAnchor());
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        axis.zoomBy(1 / kZoomPerKey, zoomAnchor());
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        axis.panBy(-kPanPerKey);
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        axis.panBy(kPanPerKey);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        axis.showAll();
        return true;
    case Qt::Key_End:
        axis.showEnd();
        return true;
    case Qt::Key_L:
        axis.setFollowing(!axis.following());
        return true;
    case Qt::Key_Z:
        if (axis.selection())
            axis.zoomTo(*axis.selection());
        return true;
    case Qt::Key_Backspace:
        event.modifiers().testFlag(Qt::ShiftModifier) ? axis.forward() : axis.back();
        return true;
    default:
        return false;
    }
}

bool Gestures::scrollByKey(int key)
{
    switch (key) {
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
    default:
        return false;
    }
}

void Gestures::placeByKey(Cursors::Which which, bool exactly)
{
    // If the pointer is not over the data, place the cursor in the middle, from where it can be dragged.
    const QRect data = m_canvas.dataArea();
    const bool overData = m_scene.pointer && m_scene.axis->cursor();
    emit cursorPlaced(which, overData ? *m_scene.pointer : QPointF(data.center()), exactly);
}

void Gestures::escape()
{
    if (m_drag == Drag::Band || m_drag == Drag::Select) {
        // Cancel only the drag.
        if (m_drag == Drag::Select)
            m_scene.axis->setSelections(m_kept.value_or(std::vector<trace::TimeRange>{}));
        m_drag = Drag::None;
        m_scene.band.reset();
        m_canvas.unsetCursor();
        emit hoverChanged();
        return;
    }
    emit escapePressed();
}

bool Gestures::keyPressed(QKeyEvent* event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    if (moveByKey(*event) || scrollByKey(event->key()))
        return true;
    const bool exactly = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Q:
        placeByKey(Cursors::A, exactly);
        return true;
    case Qt::Key_E:
        placeByKey(Cursors::B, exactly);
        return true;
    case Qt::Key_X:
        return selectByKey(exactly);
    case Qt::Key_Menu:
        emit menuRequested(m_scene.pointer.value_or(QPointF(m_canvas.dataArea().center())));
        return true;
    case Qt::Key_Escape:
        escape();
        return true;
    case Qt::Key_Space:
        m_spaceHeld = true;
        return true;
    default:
        return false;
    }
}

} // namespace stepscope::widgets
