#pragma once

#include "widgets/scene.h"
#include "widgets/tracks/geometry.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class FrameTimes;
class RasterInks;
class RowBatch;

/// Draws the track of one row into its axis rect. It holds no data: geometry is asked for before or at each drawing,
/// for the pixels there are, and kept for hit tests.
class RowPlottable : public QCPAbstractPlottable
{
    Q_OBJECT

public:
    RowPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const Scene& scene, RasterInks& inks, RowBatch& batch,
                 FrameTimes& times);

    void setRow(std::size_t row) { m_row = row; }
    [[nodiscard]] std::size_t row() const { return m_row; }
    /// Where it may draw: rows end where the ruler begins.
    void setArea(const QRect& area) { m_area = area; }
    /// Finds out what the next drawing will need, when that has this size (px) and so many device pixels a px. Of
    /// different rows, from any threads at once.
    void prepare(QSize size, double pixelsPerPx);
    [[nodiscard]] const Geometry& geometry() const { return m_geometry; }
    /// One a device pixel, so that thin things are as sharp as screen or picture can.
    [[nodiscard]] static double columnsPerPx(double pixelsPerPx) { return std::clamp(pixelsPerPx, 1.0, 8.0); }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    [[nodiscard]] Viewport viewportOf(QSize size, double ratio) const;

    const Scene& m_scene;
    RasterInks& m_inks;
    RowBatch& m_batch;
    FrameTimes& m_times;
    std::size_t m_row = kNoIndex;
    QRect m_area;
    std::optional<Viewport> m_prepared; ///< what m_geometry is of, before it is drawn
    Geometry m_geometry;
};

} // namespace stepscope::widgets
