#pragma once

#include "widgets/timeline/scene.h"

#include <QObject>
#include <QPointF>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace stepscope::widgets {

class RowArranger;
class TimelineCanvas;

/// Handles mouse and keys on the labels of rows. A drag moves a row within its group, or a group by its header. A drag
/// of the lower edge of a label changes the height, a double click on it restores the default. A click on a header or a
/// triangle collapses the group. Keys: C collapses the group under the pointer, shift+C all groups, P pins the row, Y
/// makes its scale logarithmic or linear, shift+Y automatic, Esc cancels a drag. Construct it after Gestures: Qt calls
/// the latest event filter first.
class RowGestures : public QObject
{
    Q_OBJECT

public:
    RowGestures(Scene& scene, TimelineCanvas& canvas, RowArranger& arranger, QObject* parent);

    bool keyPressed(QKeyEvent* event);
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void touched();          ///< the user pressed a button: the timeline takes the keyboard focus
    void dragStateChanged(); ///< Scene::rowDrag changed: repaint the overlay
    void scrolled(int pixels);
    void menuRequested(QPointF position);

private:
    enum class Drag { None, Pressed, Row, Group, Height, Menu };

    [[nodiscard]] bool isLabel(QPointF position) const;
    [[nodiscard]] RowDragState dragStateAt(QPointF position) const;
    [[nodiscard]] std::size_t rowWithEdgeAt(QPointF position) const;
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool doubleClick(const QMouseEvent& event);
    void setDragState(const RowDragState& drag);
    void updateShape();
    void beginDrag(QPointF position);
    void dragTo(QPointF position);
    void drop();
    void end();
    void scrollAtEdges(QPointF position);

    /// A place between two rows or groups, where a drag can drop.
    struct Gap
    {
        std::string before; ///< name of the row or group below it; empty = at the end
        int y = 0;          ///< px of the canvas
    };
    [[nodiscard]] std::vector<Gap> gapsOfRows() const;
    [[nodiscard]] std::vector<Gap> gapsOfGroups() const;

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    RowArranger& m_arranger;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    RowDragState m_pressed;  ///< at the time of the press
    std::string m_name;      ///< of the dragged row; empty = a group
    std::string m_group;     ///< the dragged group, or the group of the row
    std::string m_before;    ///< Gap::before of the drop
    bool m_isPinned = false; ///< the dragged row
    int m_heightBefore = 0;  ///< px, of the row whose edge is dragged
    RowArrangement m_arrangementBefore;
};

} // namespace stepscope::widgets
