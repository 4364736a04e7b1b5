// The part of Gestures that reads the keyboard.

#include "widgets/gestures.h"
#include "widgets/timelinecanvas.h"

#include <QKeyEvent>

namespace stepscope::widgets {

namespace {

constexpr double kZoomPerKey = 1.25;
constexpr double kPanPerKey = 0.12;
constexpr int kScrollPerKey = 48;

} // namespace

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
    // Without a pointer over the data a cursor goes to the middle, from where it can be dragged.
    const QRect data = m_canvas.dataArea();
    const bool overData = m_scene.pointer && m_scene.axis->cursor();
    emit cursorPlaced(which, overData ? *m_scene.pointer : QPointF(data.center()), exactly);
}

void Gestures::escape()
{
    if (m_drag == Drag::Band || m_drag == Drag::Select) {
        // Only what is going on is given up.
        if (m_drag == Drag::Select)
            m_scene.axis->clearSelection();
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
