#pragma once

#include "widgets/timeline/labelcolumn.h"

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
    void drawTitle(QPainter& painter) const;
    void drawEmptyState(QPainter& painter) const;

    const TimelineCanvas& m_canvas;
    LabelColumn m_labels;
};

} // namespace stepscope::widgets
