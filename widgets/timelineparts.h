#pragma once

#include "widgets/scene.h"
#include "widgets/timelinewidget.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QTimer>

namespace stepscope::widgets {

class Gestures;
class OverviewStrip;
class RowGestures;
class TimelineCanvas;

/// What a TimelineWidget is made of; for its own files only.
struct TimelineWidget::Parts
{
    Scene scene;
    TimelineCanvas* canvas = nullptr;
    Gestures* gestures = nullptr;
    Navigation* navigation = nullptr;
    RowArranger* arranger = nullptr;
    RowGestures* rowGestures = nullptr;
    QScrollBar* scrollBar = nullptr;
    OverviewStrip* overview = nullptr;
    QTimer frameTimer;
    QElapsedTimer sinceFrame;
    SpanPlace hoverTold;
    bool wholeFrame = true; ///< else only what moves with the pointer
    bool rowsOutdated = true;
    bool isTakingData = false;

    /// ms from a frame to the next. What hands do is followed as quickly as the screen is; what is recorded meanwhile
    /// takes a fifth of this thread at most.
    [[nodiscard]] qint64 frameInterval() const;
};

} // namespace stepscope::widgets
