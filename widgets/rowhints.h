#pragma once

class QPainter;
class QRect;

namespace stepscope::widgets {

class TimelineCanvas;

/// What a hand can do with labels, and what it is doing: over the finished frame, as it moves with the pointer.
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
