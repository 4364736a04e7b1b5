#pragma once

#include "widgets/readoutcolumn.h"
#include "widgets/tooltip.h"

#include <qcustomplot.h>

namespace stepscope::widgets {

class TimelineCanvas;

/// What moves with the pointer, on a layer of its own: selected range, crosshair, values at its time, lit spans,
/// tooltip.
class Overlay : public QCPLayerable
{
    Q_OBJECT

public:
    explicit Overlay(TimelineCanvas& canvas);

    /// Over a finished frame. On the screen this happens whenever the pointer moves, so it has no buffer of its own
    /// that all of the frame would be mixed with; as a layer it is for paper.
    void paint(QPainter& painter, bool isPaper);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawSelection(QPainter& painter) const;
    void drawCursor(QPainter& painter) const;
    void drawSpans(QPainter& painter) const;
    void drawTooltip(QPainter& painter) const;
    [[nodiscard]] TooltipText tooltipText() const;
    void drawPill(QPainter& painter, double middle, const QString& text, const QColor& background) const;
    void hideTicks(QPainter& painter, const QRectF& pill) const;

    TimelineCanvas& m_canvas;
    ReadoutColumn m_readouts;
};

} // namespace stepscope::widgets
