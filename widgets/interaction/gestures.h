#pragma once

#include "widgets/marks/cursors.h"
#include "widgets/timeline/scene.h"

#include <QObject>
#include <QPointF>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class QGestureEvent;
class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace stepscope::widgets {

class TimelineCanvas;

/// Translates mouse, wheel, pinch and keys on a timeline into calls of the time axis and signals. An event filter on
/// the canvas receives the pointer; the owner forwards keys to keyPressed(). timelinewidget.h lists the gestures.
class Gestures : public QObject
{
    Q_OBJECT

public:
    Gestures(Scene& scene, TimelineCanvas& canvas, QObject* parent);

    /// True if the key was handled.
    bool keyPressed(QKeyEvent* event);
    void keyReleased(QKeyEvent* event);
    /// Finds the box at the pointer again after the picture changed.
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
    void scrolled(int pixels); ///< rows move up by this many px
    void touched();            ///< the user pressed a button: the timeline takes the keyboard focus
    /// Place a cursor at this position of the canvas; `exactly` = without snapping.
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
    /// In the range that the picture shows.
    [[nodiscard]] std::int64_t timeUnder(QPointF position) const;
    /// In the range at the end of a running animation, which is what zooms keep in place.
    [[nodiscard]] std::int64_t targetTimeUnder(QPointF position) const;
    [[nodiscard]] std::int64_t zoomAnchor() const;
    [[nodiscard]] trace::TimeRange dragged(QPointF position) const;
    void select(trace::TimeRange range);
    bool selectByKey(bool adds);

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    Drag m_drag = Drag::None;
    Qt::MouseButton m_button = Qt::NoButton; ///< the button of the drag
    Cursors::Which m_cursor = Cursors::A;
    std::optional<std::vector<trace::TimeRange>> m_kept; ///< to which the drag adds; nothing = it replaces them
    QPointF m_pressedAt;
    QPointF m_lastAt;
    std::int64_t m_pressedTime = 0;
    bool m_spaceHeld = false;
    QTimer m_rest;
};

} // namespace stepscope::widgets
