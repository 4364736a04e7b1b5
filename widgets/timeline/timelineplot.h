#pragma once

#include "widgets/render/framebuffer.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QSize>

#include <cstddef>
#include <memory>

class QPaintDevice;

namespace stepscope::widgets {

class TimelineCanvas;

/// The plot inside a TimelineCanvas: a child widget that covers the canvas, with one axis rect per visible row, the
/// ruler's axis, and a layer for each part of the picture. The implementation is a QCustomPlot; timelineplot.cpp is the
/// only file of the room that includes its header, which takes seconds to parse.
class TimelinePlot
{
public:
    /// The plot is a child of the canvas and draws its scene. Delete it before the canvas's scene.
    [[nodiscard]] static std::unique_ptr<TimelinePlot> make(TimelineCanvas& canvas);
    virtual ~TimelinePlot() = default;

    virtual void applyTheme() = 0;
    /// Resizes the widget, px.
    virtual void setSize(QSize size) = 0;
    /// Assigns axis rects to the visible rows and to the ruler. TimelineCanvas::arrange() calls it.
    virtual void placeRows() = 0;
    /// Draws a whole frame, and shows it with the next paint event.
    virtual void redraw() = 0;
    /// Repaints the last frame and draws the layers that follow the pointer over it.
    virtual void redrawOverlay() = 0;
    /// False while a requested redraw or paint event is outstanding.
    [[nodiscard]] virtual bool isDrawn() const = 0;
    /// Draws the picture on another device, `size` px large, with `scale` device units per px.
    virtual void drawOn(QPaintDevice& device, QSize size, double scale, bool isVector) = 0;

    /// The visible row's geometry as it was last drawn; nullptr if the row is not visible.
    [[nodiscard]] virtual const RowPane* paneOf(std::size_t row) const = 0;
    [[nodiscard]] virtual const FrameTimes& times() const = 0;
    /// Shows the frame times in a corner; off unless STEPSCOPE_FRAME_TIMES is set in the environment.
    virtual void showTimes(bool on) = 0;
    [[nodiscard]] virtual bool showsTimes() const = 0;
};

} // namespace stepscope::widgets
