#pragma once

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

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawSelection(QPainter& painter) const;
    void drawCursor(QPainter& painter) const;
    void drawReadouts(QPainter& painter) const;
    void drawRowReadouts(QPainter& painter, std::size_t row) const;
    void drawSpans(QPainter& painter) const;
    void drawTooltip(QPainter& painter) const;
    [[nodiscard]] TooltipText tooltipText() const;
    void drawPill(QPainter& painter, double middle, const QString& text, const QColor& background) const;

    TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
