#pragma once

#include "widgets/scene.h"

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

/// What hands do with the labels of rows: a drag moves a row within its group, or a whole group by its header; the
/// lower edge of a label changes the height, a double click on it gives the row its own again; a click on a header or
/// a triangle collapses. C does so with the group below the pointer, shift+C with all; P pins. Esc gives up a drag.
/// To be made after Gestures, so that it is asked before them.
class RowGestures : public QObject
{
    Q_OBJECT

public:
    RowGestures(Scene& scene, TimelineCanvas& canvas, RowArranger& arranger, QObject* parent);

    bool keyPressed(QKeyEvent* event);
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void touched();     ///< the keyboard should come here
    void handChanged(); ///< something else is to be painted over the labels
    void scrolled(int pixels);
    void menuRequested(QPointF position);

private:
    enum class Drag { None, Pressed, Row, Group, Height, Menu };

    [[nodiscard]] bool isLabel(QPointF position) const;
    [[nodiscard]] RowHand handAt(QPointF position) const;
    [[nodiscard]] std::size_t rowWithEdgeAt(QPointF position) const;
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool doubleClick(const QMouseEvent& event);
    void setHand(const RowHand& hand);
    void updateShape();
    void beginDrag(QPointF position);
    void dragTo(QPointF position);
    void drop();
    void end();
    void scrollAtEdges(QPointF position);

    /// A place between two things that can be moved.
    struct Gap
    {
        std::string before; ///< name of what is below it; empty = below all
        int y = 0;          ///< px of the canvas
    };
    [[nodiscard]] std::vector<Gap> gapsOfRows() const;
    [[nodiscard]] std::vector<Gap> gapsOfGroups() const;

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    RowArranger& m_arranger;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    RowHand m_pressed;       ///< what was below the pointer then
    std::string m_name;      ///< of the row or group that is dragged
    std::string m_group;     ///< of that row
    std::string m_before;    ///< where it would be put
    bool m_isPinned = false; ///< that row
    int m_heightBefore = 0;  ///< px, of a row whose edge is dragged
    RowArrangement m_arrangementBefore;
};

} // namespace stepscope::widgets
