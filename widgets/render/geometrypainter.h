#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/theme.h"

#include <QPointF>

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

/// Paints the geometry of a row with QPainter, for vector files and for widgets with few boxes; `origin` is the top
/// left of the row's data. The result looks as RasterPainter's, which is faster on pixels. Spans of ops other than
/// `focusedOp` are faded; 0 = none are.
struct GeometryPainter
{
    const Theme& theme;
    const SpanPalette& colors;
    const Viewport& viewport;
    QPointF origin;
    std::uint32_t focusedOp = 0;

    void paint(QPainter& painter, const Geometry& geometry) const;
    /// The texts of the scale, left of the data.
    void paintLevelTexts(QPainter& painter, const Geometry& geometry) const;

private:
    void paintLevels(QPainter& painter, const Geometry& geometry) const;
    void paintStackShape(QPainter& painter, const Geometry& geometry, const StackLayer& layer) const;
    void paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintLines(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintBoxes(QPainter& painter, const Geometry& geometry) const;
    void paintLabels(QPainter& painter, const Geometry& geometry) const;
    void paintText(QPainter& painter, const Box& box, const BoxText& text) const;
    [[nodiscard]] int window() const; ///< columns over which means are smoothed
    [[nodiscard]] SpanPalette::Colours coloursOf(const Box& box) const;
};

} // namespace stepscope::widgets
