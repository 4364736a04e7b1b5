#pragma once

#include "widgets/render/coordinates.h"
#include "widgets/render/frametimes.h"
#include "widgets/timeline/scene.h"
#include "widgets/tracks/ruler.h"

#include <QRect>
#include <QSize>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QPaintDevice;
class QPainter;

namespace stepscope::widgets {

class TimelinePlot;

/// The layout of a scene and its hit tests. TimelinePlot, a child widget that covers the canvas, draws the scene. All
/// rectangles are px of the canvas.
class TimelineCanvas : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kLabelWidth = 136;
    static constexpr int kValueWidth = 136;
    static constexpr int kRulerHeight = 32;
    static constexpr int kTitleHeight = 40;

    explicit TimelineCanvas(Scene& scene, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    /// Lays out the visible rows in a picture of this size. redraw() calls it; call it before drawOn().
    void arrange(QSize size);
    /// Draws a whole frame.
    void redraw();
    /// Redraws what follows the pointer: crosshair, selection, tooltip, values.
    void redrawOverlay();
    void applyTheme();
    /// False while a requested redraw is outstanding.
    [[nodiscard]] bool isDrawn() const;
    /// Draws the picture as a figure, `size` px large, with `scale` device units per px.
    void drawOn(QPaintDevice& device, QSize size, double scale, bool isVector);

    /// Shows the frame times in a corner of the picture.
    void showTimes(bool on);
    [[nodiscard]] bool showsTimes() const;
    [[nodiscard]] const FrameTimes& times() const;
    /// Paints the box with the frame times: the latest frame, and the last 240 frames.
    void drawTimes(QPainter& painter) const;

    [[nodiscard]] const Scene& scene() const { return m_scene; }
    /// The data of all rows: right of the labels, below the ruler.
    [[nodiscard]] QRect dataArea() const { return m_dataArea; }
    /// All rows, with labels and values.
    [[nodiscard]] QRect rowArea() const;
    /// The ruler, with the space over labels and values.
    [[nodiscard]] QRect rulerArea() const;
    /// The part of the ruler above the data.
    [[nodiscard]] QRect rulerDataArea() const;
    /// The data of a row; may lie partly outside dataArea().
    [[nodiscard]] QRect rowRect(std::size_t row) const;
    /// The area in which a row may be drawn: scrolling rows end at the pinned ones.
    [[nodiscard]] QRect rowClip(std::size_t row) const;
    /// The header of a group, over the whole width; empty for a group whose only row carries the triangle.
    [[nodiscard]] QRect headerRect(const PlacedGroup& group) const;
    [[nodiscard]] std::vector<std::size_t> rowsInSight() const;
    [[nodiscard]] Viewport viewportOfData() const;
    [[nodiscard]] const Ruler& ruler() const { return m_ruler; }

    /// Index of the row at a position; kNoIndex = none.
    [[nodiscard]] std::size_t rowAt(QPointF position) const;
    /// The box at a position, or the nearest one within 3 px.
    [[nodiscard]] std::optional<Box> boxNear(QPointF position) const;
    [[nodiscard]] int rowsHeight() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::size_t spansInView() const;

    Scene& m_scene;
    QRect m_dataArea;
    Ruler m_ruler;
    std::unique_ptr<TimelinePlot> m_plot;
};

} // namespace stepscope::widgets
