#pragma once

#include "widgets/labelcolumn.h"

#include <qcustomplot.h>

namespace stepscope::widgets {

class TimelineCanvas;

/// What lies behind the data: label column, time grid, lines between rows, stretches where data was lost, the marks of
/// virtual recordings, and the words shown while there is nothing else.
class Backdrop : public QCPLayerable
{
    Q_OBJECT

public:
    explicit Backdrop(TimelineCanvas& canvas);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawGrid(QPainter& painter) const;
    void drawLosses(QPainter& painter) const;
    void drawRowLines(QPainter& painter) const;
    void drawRulerFrame(QPainter& painter) const;
    void drawTitle(QPainter& painter) const;
    void drawEmptiness(QPainter& painter) const;

    TimelineCanvas& m_canvas;
    LabelColumn m_labels;
};

} // namespace stepscope::widgets
