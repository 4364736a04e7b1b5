#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/rastersurface.h"
#include "widgets/render/rowbatch.h"
#include "widgets/timeline/scene.h"

#include <QRect>
#include <QSize>

#include <algorithm>
#include <cstddef>
#include <optional>

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
