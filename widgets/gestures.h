#pragma once

#include "widgets/cursors.h"
#include "widgets/scene.h"

#include <QObject>
#include <QPointF>
#include <QTimer>

#include <cstddef>
#include <cstdint>

class QGestureEvent;
class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace stepscope::widgets {

class TimelineCanvas;

/// What hands do on a timeline, turned into words for the time axis and signals for the rest. Watches the canvas for
/// the pointer; keys come by keyPressed(). The list of gestures is in timelinewidget.h.
class Gestures : public QObject
{
    Q_OBJECT

public:
    Gestures(Scene& scene, TimelineCanvas& canvas, QObject* parent);

    /// True when the key means something here.
    bool keyPressed(QKeyEvent* event);
    void keyReleased(QKeyEvent* event);
    /// What is under the pointer, after the picture changed below it.
    void refreshHover();
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void spanClicked(std::size_t lane, std::size_t span);
    void spanDoubleClicked(std::size_t lane, std::size_t span);
    void stepDoubleClicked(std::size_t step);
    void bookmarkClicked(std::size_t bookmark);
    void emptyClicked();
    void escapePressed();
    void hoverChanged();
    void scrolled(int pixels); ///< rows go up by so much
    void touched();            ///< the keyboard should come here
    /// A cursor goes to this place of the canvas; `exactly` = it does not snap.
    void cursorPlaced(stepscope::widgets::Cursors::Which which, QPointF position, bool exactly);
    void menuRequested(QPointF position);

private:
    enum class Drag { None, Pending, Select, PanPending, Pan, BandPending, Band, Cursor };

    bool press(const QMouseEvent& event);
    [[nodiscard]] Drag dragOf(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    void beginDrag(QPointF position);
    void drag(QPointF position, bool exactly);
    bool release(const QMouseEvent& event);
    bool doubleClick(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool pinch(const QNativeGestureEvent& event);
    bool pinch(QGestureEvent& event);
    void click(QPointF position);
    void leave();
    void hover(QPointF position);
    void updatePointerShape(QPointF position);
    bool moveByKey(const QKeyEvent& event);
    bool scrollByKey(int key);
    void placeByKey(Cursors::Which which, bool exactly);
    void escape();
    /// As it is seen now.
    [[nodiscard]] std::int64_t timeUnder(QPointF position) const;
    /// As it will be when the picture is where it goes to: zooms keep that in place.
    [[nodiscard]] std::int64_t targetTimeUnder(QPointF position) const;
    [[nodiscard]] std::int64_t zoomAnchor() const;
    [[nodiscard]] trace::TimeRange dragged(QPointF position) const;

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    Drag m_drag = Drag::None;
    Qt::MouseButton m_button = Qt::NoButton; ///< that began it
    Cursors::Which m_cursor = Cursors::A;
    QPointF m_pressedAt;
    QPointF m_lastAt;
    std::int64_t m_pressedTime = 0;
    bool m_spaceHeld = false;
    QTimer m_rest;
};

} // namespace stepscope::widgets
