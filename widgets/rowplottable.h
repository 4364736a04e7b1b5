#pragma once

#include "widgets/pixelsheet.h"
#include "widgets/rowbatch.h"
#include "widgets/scene.h"
#include "widgets/tracks/geometry.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class FrameTimes;
class RasterInks;

/// Draws the track of one row into its axis rect. It holds no data: geometry is asked for before or at each drawing,
/// for the pixels there are, and kept for hit tests.
class RowPlottable
    : public QCPAbstractPlottable
    , public RowJob
{
    Q_OBJECT

public:
    RowPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const Scene& scene, RasterInks& inks, RowBatch& batch,
                 FrameTimes& times);

    void setRow(std::size_t row) { m_row = row; }
    [[nodiscard]] std::size_t row() const { return m_row; }
    /// Where it may draw: rows end where the ruler begins.
    void setArea(const QRect& area) { m_area = area; }
    /// What the next find() is for: a drawing of this size (px), with so many device pixels a px.
    void prepare(QSize size, double pixelsPerPx);
    void find() override;
    void paint() override;
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
    bool m_isPrepared = false;
    Viewport m_viewport; ///< what m_geometry is of, or will be
    Geometry m_geometry;
    std::optional<PixelSheet> m_sheet; ///< where it is painted
};

} // namespace stepscope::widgets
