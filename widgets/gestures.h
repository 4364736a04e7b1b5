#pragma once

#include "widgets/scene.h"

#include <QObject>
#include <QPointF>

#include <cstddef>
#include <cstdint>

class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace stepscope::widgets {

class TimelineCanvas;

/// What hands do on a timeline, turned into words for the time axis. Watches the canvas for the pointer; keys come by
/// key().
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
    void emptyClicked();
    void escapePressed();
    void hoverChanged();
    void scrolled(int pixels); ///< rows go up by so much
    void touched();            ///< the keyboard should come here

private:
    enum class Drag { None, Pending, Select, Pan };

    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool doubleClick(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool pinch(const QNativeGestureEvent& event);
    void click(QPointF position);
    void leave();
    void hover(QPointF position);
    [[nodiscard]] std::int64_t timeUnder(QPointF position) const;
    [[nodiscard]] std::int64_t zoomAnchor() const;

    Scene& m_scene;
    TimelineCanvas& m_canvas;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    QPointF m_lastAt;
    std::int64_t m_pressedTime = 0;
    bool m_spaceHeld = false;
};

} // namespace stepscope::widgets
