#pragma once

class QPainter;
class QRect;

namespace stepscope::widgets {

class TimelineCanvas;

/// Draws hints for gestures on labels over a finished frame: the pin button, the edge that changes a height, and the
/// place where a dragged row will be dropped.
class RowHints
{
public:
    explicit RowHints(const TimelineCanvas& canvas)
        : m_canvas(canvas)
    {}

    void draw(QPainter& painter) const;

private:
    void drawHover(QPainter& painter) const;
    void drawPinButton(QPainter& painter, const QRect& row, bool isPinned) const;
    void drawDrag(QPainter& painter) const;

    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
