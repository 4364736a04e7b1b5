#pragma once

#include "widgets/timeline/labelcolumn.h"
#include "widgets/timeline/readoutcolumn.h"
#include "widgets/timeline/tooltip.h"

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// Draws what changes with the pointer over a finished frame: selected range, crosshair, values at its time, outlines
/// of the hovered and selected spans, tooltip. On the screen it is drawn at every move of the pointer.
class Overlay
{
public:
    explicit Overlay(const TimelineCanvas& canvas);

    /// Does what takes long in draw(). The best time is while the workers compute the geometry of the rows. `ratio`:
    /// device pixels per px.
    void prepare(double ratio) { m_readouts.update(ratio); }
    /// `isPaper`: values as texts instead of a cached picture.
    void draw(QPainter& painter, bool isPaper);

private:
    void drawSelection(QPainter& painter) const;
    [[nodiscard]] QRectF shadeOf(trace::TimeRange selection) const;
    void drawRange(QPainter& painter, trace::TimeRange selection) const;
    void drawTitleOfValues(QPainter& painter) const;
    void drawCursor(QPainter& painter) const;
    void drawSpans(QPainter& painter) const;
    void drawTooltip(QPainter& painter) const;
    [[nodiscard]] TooltipText tooltipText() const;
    void drawPill(QPainter& painter, double middle, const QString& text, const QColor& background) const;
    void hideTicks(QPainter& painter, const QRectF& pill) const;

    const TimelineCanvas& m_canvas;
    ReadoutColumn m_readouts;
};

} // namespace stepscope::widgets

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// Draws what lies behind the data: label column, time grid, lines between rows, time ranges in which data was lost,
/// the mark of virtual recordings, and a text while there are no rows.
class Backdrop
{
public:
    explicit Backdrop(const TimelineCanvas& canvas);

    /// `isPaper`: labels as texts instead of a cached picture.
    void draw(QPainter& painter, bool isPaper);

private:
    void drawGrid(QPainter& painter) const;
    void drawLosses(QPainter& painter) const;
    void drawRowLines(QPainter& painter) const;
    void drawRulerFrame(QPainter& painter) const;
    void drawVirtualMark(QPainter& painter) const;
    void drawTitle(QPainter& painter) const;
    void drawEmptyState(QPainter& painter) const;

    const TimelineCanvas& m_canvas;
    LabelColumn m_labels;
};

} // namespace stepscope::widgets
