#pragma once

#include "widgets/inktable.h"
#include "widgets/theme.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <QPointF>

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

/// Paints a row's geometry as shapes, for paper, with its data's top left corner at `origin`. What it looks like is
/// what RasterPainter makes of pixels. Spans of other ops than `focusedOp` are faded; 0 = none are.
struct GeometryPainter
{
    const Theme& theme;
    const InkTable& inks;
    const Viewport& viewport;
    QPointF origin;
    std::uint32_t focusedOp = 0;

    void paint(QPainter& painter, const Geometry& geometry) const;

private:
    void paintLevels(QPainter& painter, const Geometry& geometry) const;
    void paintLevelTexts(QPainter& painter, const Geometry& geometry) const;
    void paintStackShape(QPainter& painter, const Geometry& geometry, const StackLayer& layer) const;
    void paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintLines(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintBoxes(QPainter& painter, const Geometry& geometry) const;
    void paintLabels(QPainter& painter, const Geometry& geometry) const;
    [[nodiscard]] InkTable::Colours coloursOf(const Box& box) const;
};

} // namespace stepscope::widgets
