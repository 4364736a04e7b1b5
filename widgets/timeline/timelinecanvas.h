#pragma once

#include "widgets/render/framebuffer.h"
#include "widgets/render/geometry.h"
#include "widgets/render/rastersurface.h"
#include "widgets/render/rowbatch.h"
#include "widgets/timeline/scene.h"
#include "widgets/tracks/ruler.h"

#include <QRect>
#include <QSize>
#include <QWidget>

#include <algorithm>
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
    static constexpr int kNameWidth = 118; ///< of the names of rows with a scale
    static constexpr int kScaleWidth = 42; ///< of the texts of their scales, right of the names
    static constexpr int kLabelWidth = kNameWidth + kScaleWidth;
    static constexpr int kValueWidth = 136; ///< of the values right of the rows, in figures; see valueWidth()
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
    /// The width of the values right of the rows: as their texts need, 0 if they are hidden.
    [[nodiscard]] int valueWidth() const { return m_scene.valueWidth; }
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
    /// What a row shows in the latest frame; nullptr if it is not in sight.
    [[nodiscard]] const Geometry* geometryOf(std::size_t row) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::size_t spansInView() const;
    [[nodiscard]] int fittingValueWidth(int width) const;

    Scene& m_scene;
    QRect m_dataArea;
    Ruler m_ruler;
    std::unique_ptr<TimelinePlot> m_plot;
};

} // namespace stepscope::widgets

class QImage;
class QPainter;

namespace stepscope::widgets {

class FrameTimes;
class RasterColors;

/// Draws the track of one visible row. It asks the track for geometry at the resolution of the device, before or during
/// each drawing, and keeps the geometry for hit tests.
class RowPane : public RowJob
{
public:
    /// Where a row is drawn.
    struct Target
    {
        QRect rect;              ///< px of the row's data
        bool isVector = false;   ///< draw shapes instead of pixels
        QImage* frame = nullptr; ///< write pixels into this picture from the worker pool; nullptr = use the painter
    };

    RowPane(const Scene& scene, RasterColors& colors, RowBatch& batch, FrameTimes& times);

    /// Index into Rows::all(); kNoIndex = the pane is not in use.
    void setRow(std::size_t row) { m_row = row; }
    [[nodiscard]] std::size_t row() const { return m_row; }
    /// Restricts drawing to this area of the canvas, px: scrolling rows end at the pinned rows and at the ruler.
    void setArea(const QRect& area) { m_area = area; }
    [[nodiscard]] const QRect& area() const { return m_area; }
    /// Announces the next drawing, so that computeGeometry() can run before it: size in px, device pixels per px.
    void prepare(QSize size, double pixelsPerPx);
    void draw(QPainter& painter, const Target& target);
    [[nodiscard]] const Geometry& geometry() const { return m_geometry; }

    void computeGeometry() override;
    void paint() override;

    /// Columns per px: one for each device pixel, between 1 and 8.
    [[nodiscard]] static double columnsPerPx(double pixelsPerPx) { return std::clamp(pixelsPerPx, 1.0, 8.0); }

private:
    [[nodiscard]] Viewport viewportOf(QSize size, double ratio) const;

    const Scene& m_scene;
    RasterColors& m_colors;
    RowBatch& m_batch;
    FrameTimes& m_times;
    std::size_t m_row = kNoIndex;
    QRect m_area;
    bool m_isPrepared = false;
    Viewport m_viewport; ///< of m_geometry, or of the geometry being computed
    Geometry m_geometry;
    std::optional<RasterSurface> m_surface; ///< pixels that paint() writes
};

} // namespace stepscope::widgets
