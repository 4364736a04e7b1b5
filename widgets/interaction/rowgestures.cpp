#include "widgets/interaction/rowgestures.h"

#include "widgets/interaction/rowarranger.h"
#include "widgets/timeline/labelcolumn.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleHints>

#include <algorithm>
#include <cstdlib>

namespace stepscope::widgets {

namespace {

constexpr int kEdgeReach = 3; ///< px around the lower edge of a label

} // namespace

RowGestures::RowGestures(Scene& scene, TimelineCanvas& canvas, RowArranger& arranger, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
    , m_arranger(arranger)
{
    canvas.installEventFilter(this);
}

bool RowGestures::eventFilter(QObject*, QEvent* event)
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
    case QEvent::Leave:
        if (m_drag == Drag::None)
            setDragState({});
        return false;
    default:
        return false;
    }
}

bool RowGestures::isLabel(QPointF position) const
{
    return m_scene.rows.hasHeaders() && position.x() < m_canvas.dataArea().left() &&
           m_canvas.rowArea().contains(position.toPoint());
}

std::size_t RowGestures::rowWithEdgeAt(QPointF position) const
{
    const int y = static_cast<int>(position.y());
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const int edge = m_canvas.rowRect(row).bottom() + 1;
        if (std::abs(y - edge) <= kEdgeReach && edge >= m_canvas.rowClip(row).top() &&
            !m_scene.rows.all()[row].place.isSummary)
            return row;
    }
    return kNoIndex;
}

RowDragState RowGestures::dragStateAt(QPointF position) const
{
    RowDragState drag;
    if (!isLabel(position))
        return drag;
    drag.row = rowWithEdgeAt(position);
    drag.overEdge = drag.row != kNoIndex;
    if (drag.overEdge)
        return drag;
    const int y = static_cast<int>(position.y()) - m_canvas.rowArea().top();
    const std::size_t group = m_scene.rows.groupAt(y, m_scene.scroll);
    if (group != kNoIndex) {
        const PlacedGroup& placed = m_scene.rows.groups()[group];
        const bool isHeader = !placed.isLone || placed.isCollapsed;
        if (isHeader || position.x() < LabelColumn::kTriangleWidth) {
            drag.group = group;
            return drag;
        }
    }
    drag.row = m_scene.rows.at(y, m_scene.scroll);
    drag.overPin =
        drag.row != kNoIndex && LabelColumn::pinRect(m_canvas.rowRect(drag.row)).contains(position.toPoint());
    return drag;
}

void RowGestures::setDragState(const RowDragState& drag)
{
    if (drag == m_scene.rowDrag)
        return;
    m_scene.rowDrag = drag;
    emit dragStateChanged();
}

void RowGestures::updateShape()
{
    const RowDragState& drag = m_scene.rowDrag;
    if (drag.overEdge)
        m_canvas.setCursor(Qt::SplitVCursor);
    else if (drag.group != kNoIndex || drag.overPin)
        m_canvas.setCursor(Qt::PointingHandCursor);
    else
        m_canvas.unsetCursor();
}

bool RowGestures::press(const QMouseEvent& event)
{
    if (m_drag != Drag::None)
        return true;
    if (!isLabel(event.position()))
        return false;
    emit touched();
    m_pressedAt = event.position();
    m_pressed = dragStateAt(m_pressedAt);
    m_name.clear();
    m_group.clear();
    m_isPinned = false;
    if (event.button() == Qt::RightButton) {
        m_drag = Drag::Menu;
        return true;
    }
    if (event.button() != Qt::LeftButton)
        return false;
    m_drag = m_pressed.overEdge ? Drag::Height : Drag::Pressed;
    m_arrangementBefore = m_arranger.arrangement();
    const Rows& rows = m_scene.rows;
    if (m_pressed.row != kNoIndex) {
        const Rows::Row& row = rows.all()[m_pressed.row];
        m_name = row.name;
        m_group = trackGroups()[row.group].name;
        m_isPinned = row.place.isPinned;
        m_heightBefore = row.height;
    } else if (m_pressed.group != kNoIndex) {
        m_group = trackGroups()[rows.groups()[m_pressed.group].group].name;
    }
    return true;
}

bool RowGestures::move(const QMouseEvent& event)
{
    if (m_drag == Drag::None) {
        if (event.buttons() != Qt::NoButton)
            return false; // belongs to another gesture
        const bool wasOverLabel = m_scene.rowDrag != RowDragState{};
        setDragState(dragStateAt(event.position()));
        if (wasOverLabel || isLabel(event.position()))
            updateShape();
        return false; // Gestures tracks the pointer, too
    }
    const double least = QGuiApplication::styleHints()->startDragDistance() / 2.0;
    if (m_drag == Drag::Pressed && std::abs(event.position().y() - m_pressedAt.y()) >= least)
        beginDrag(event.position());
    if (m_drag != Drag::Pressed && m_drag != Drag::Menu)
        dragTo(event.position());
    return true;
}

void RowGestures::beginDrag(QPointF)
{
    const bool isPin = m_pressed.overPin;
    if (isPin || (m_name.empty() && m_group.empty()))
        return;
    // A row without neighbours moves its group.
    const auto& groups = m_scene.rows.groups();
    const bool isLone = std::any_of(groups.begin(), groups.end(), [&](const PlacedGroup& group) {
        return trackGroups()[group.group].name == m_group && group.isLone;
    });
    m_drag = m_name.empty() || (isLone && !m_isPinned) ? Drag::Group : Drag::Row;
    m_canvas.setCursor(Qt::ClosedHandCursor);
}

std::vector<RowGestures::Gap> RowGestures::gapsOfRows() const
{
    std::vector<Gap> gaps;
    int bottom = 0;
    for (std::size_t i = 0; i < m_scene.rows.all().size(); ++i) {
        const Rows::Row& row = m_scene.rows.all()[i];
        const bool isNeighbour = row.place.isPinned == m_isPinned && !row.place.isSummary &&
                                 (m_isPinned || trackGroups()[row.group].name == m_group);
        if (!isNeighbour)
            continue;
        const QRect rect = m_canvas.rowRect(i);
        gaps.push_back({row.name, rect.top()});
        bottom = rect.bottom() + 1;
    }
    if (!gaps.empty())
        gaps.push_back({{}, bottom});
    return gaps;
}

std::vector<RowGestures::Gap> RowGestures::gapsOfGroups() const
{
    std::vector<Gap> gaps;
    const int top = m_canvas.rowArea().top() - m_scene.scroll;
    for (const PlacedGroup& group : m_scene.rows.groups())
        gaps.push_back({std::string(trackGroups()[group.group].name), top + group.top});
    if (!gaps.empty())
        gaps.push_back({{}, top + m_scene.rows.groups().back().bottom});
    return gaps;
}

void RowGestures::dragTo(QPointF position)
{
    if (m_drag == Drag::Height) {
        // Fix the heights of all other rows during the drag, so that the edge stays at the pointer.
        RowArrangement arrangement = m_arrangementBefore;
        for (const Rows::Row& row : m_scene.rows.all()) {
            if (!row.place.isSummary)
                arrangement.setHeight(row.name, row.height);
        }
        arrangement.setHeight(m_name, std::max(1, m_heightBefore + static_cast<int>(position.y() - m_pressedAt.y())));
        m_arranger.setArrangement(arrangement);
        return;
    }
    const bool isRow = m_drag == Drag::Row;
    const std::vector<Gap> gaps = isRow ? gapsOfRows() : gapsOfGroups();
    if (gaps.empty())
        return;
    const auto nearest = std::min_element(gaps.begin(), gaps.end(), [&](const Gap& a, const Gap& b) {
        return std::abs(a.y - position.y()) < std::abs(b.y - position.y());
    });
    const std::string& name = isRow ? m_name : m_group;
    const bool isBelowItself = nearest != gaps.begin() && std::prev(nearest)->before == name;
    m_before = isBelowItself ? name : nearest->before;
    RowDragState drag;
    drag.dragged = name;
    drag.dragsGroup = !isRow;
    if (m_before != name)
        drag.dropsAt = nearest->y;
    setDragState(drag);
    scrollAtEdges(position);
}

void RowGestures::scrollAtEdges(QPointF position)
{
    constexpr int kReach = 16;
    if (m_isPinned)
        return;
    const QRect area = m_canvas.rowArea();
    if (position.y() < area.top() + m_scene.rows.pinnedHeight() + kReach)
        emit scrolled(-kReach);
    else if (position.y() > area.bottom() - kReach)
        emit scrolled(kReach);
}

void RowGestures::drop()
{
    const bool isRow = m_drag == Drag::Row;
    const std::string& name = isRow ? m_name : m_group;
    std::vector<std::string> seen;
    for (const Gap& gap : isRow ? gapsOfRows() : gapsOfGroups()) {
        if (!gap.before.empty())
            seen.push_back(gap.before);
    }
    if (m_before == name || std::find(seen.begin(), seen.end(), name) == seen.end())
        return;
    RowArrangement arrangement = m_arranger.arrangement();
    if (!isRow)
        arrangement.moveGroup(seen, name, m_before);
    else if (m_isPinned)
        arrangement.movePinned(seen, name, m_before);
    else
        arrangement.moveRow(seen, name, m_before);
    m_arranger.choose(arrangement);
}

bool RowGestures::release(const QMouseEvent& event)
{
    if (m_drag == Drag::None)
        return false;
    if (event.button() != (m_drag == Drag::Menu ? Qt::RightButton : Qt::LeftButton))
        return true;
    switch (m_drag) {
    case Drag::Menu:
        emit menuRequested(m_pressedAt);
        break;
    case Drag::Pressed:
        if (m_pressed.overPin) {
            if (dragStateAt(event.position()) == m_pressed) // else released elsewhere: cancelled
                m_arranger.togglePinned(m_name);
        } else if (m_pressed.group != kNoIndex) {
            m_arranger.toggleGroup(m_group);
        }
        break;
    case Drag::Row:
    case Drag::Group:
        drop();
        break;
    case Drag::Height: {
        const auto& heights = m_arranger.arrangement().heights;
        const auto chosen = heights.find(m_name);
        const bool hasChanged = chosen != heights.end() && chosen->second != m_heightBefore;
        const int height = hasChanged ? chosen->second : 0;
        m_arranger.setArrangement(m_arrangementBefore);
        if (hasChanged)
            m_arranger.setHeight(m_name, height);
        break;
    }
    default:
        break;
    }
    end();
    setDragState(dragStateAt(event.position()));
    updateShape();
    return true;
}

void RowGestures::end()
{
    m_drag = Drag::None;
    m_canvas.unsetCursor();
    setDragState({});
}

bool RowGestures::doubleClick(const QMouseEvent& event)
{
    if (!isLabel(event.position()))
        return false;
    const RowDragState drag = dragStateAt(event.position());
    if (event.button() == Qt::LeftButton && drag.overEdge) {
        m_arranger.setHeight(m_scene.rows.all()[drag.row].name, 0);
        return true;
    }
    return press(event); // elsewhere, a double click counts as two clicks
}

bool RowGestures::keyPressed(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_drag != Drag::None && m_drag != Drag::Menu) {
        if (m_drag == Drag::Height)
            m_arranger.setArrangement(m_arrangementBefore);
        end();
        return true;
    }
    if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    if (event->key() == Qt::Key_C && event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_arranger.setAllCollapsed(m_arranger.isAnyExpanded());
        return true;
    }
    const bool isRowKey = event->key() == Qt::Key_C || event->key() == Qt::Key_P || event->key() == Qt::Key_Y;
    if (!isRowKey || !m_scene.pointer)
        return false;
    const int y = static_cast<int>(m_scene.pointer->y()) - m_canvas.rowArea().top();
    const std::size_t row = m_scene.rows.at(y, m_scene.scroll);
    const std::size_t header = m_scene.rows.groupAt(y, m_scene.scroll);
    if (event->key() == Qt::Key_P && row != kNoIndex)
        m_arranger.togglePinned(m_scene.rows.all()[row].name);
    else if (event->key() == Qt::Key_Y &&
             (row == kNoIndex || Rows::unitOf(m_scene.rows.all()[row], m_scene.view).empty()))
        return true; // a row without values
    else if (event->key() == Qt::Key_Y && event->modifiers().testFlag(Qt::ShiftModifier))
        m_arranger.setScale(m_scene.rows.all()[row].name, {});
    else if (event->key() == Qt::Key_Y)
        m_arranger.toggleLogarithmic(m_scene.rows.all()[row].name);
    else if (event->key() == Qt::Key_C && header != kNoIndex)
        m_arranger.toggleGroup(trackGroups()[m_scene.rows.groups()[header].group].name);
    else if (event->key() == Qt::Key_C && row != kNoIndex)
        m_arranger.toggleGroup(trackGroups()[m_scene.rows.all()[row].group].name);
    return true;
}

} // namespace stepscope::widgets
