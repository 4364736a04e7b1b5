#pragma once

#include "widgets/tracks/track.h"

#include <QRect>
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
    void drawCaptions(QPainter& painter) const;
    void drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const;
    void drawRulerFrame(QPainter& painter) const;
    void drawTitle(QPainter& painter) const;
    void drawEmptiness(QPainter& painter) const;

    TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
