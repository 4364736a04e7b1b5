#pragma once

#include "widgets/theme.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"

#include <QPointF>

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

class PixelSheet;

/// Paints a row's geometry with its data's top left corner at `origin`. `isVector`: for paper, where shapes cost more
/// than pixels. Spans of other ops than `focusedOp` are faded; 0 = none are.
struct GeometryPainter
{
    const Theme& theme;
    const Viewport& viewport;
    QPointF origin;
    bool isVector = false;
    std::uint32_t focusedOp = 0;

    void paint(QPainter& painter, const Geometry& geometry) const;

private:
    void paintLevels(QPainter& painter, const Geometry& geometry) const;
    void paintLevelTexts(QPainter& painter, const Geometry& geometry) const;
    void fillStack(PixelSheet& sheet, const Geometry& geometry, const StackLayer& layer) const;
    void fillColumns(PixelSheet& sheet, const Geometry& geometry, const Series& series) const;
    void fillBelowLines(PixelSheet& sheet, const Geometry& geometry, const Series& series) const;
    void fillCrowdedBoxes(PixelSheet& sheet, const Geometry& geometry) const;
    void paintStackShape(QPainter& painter, const Geometry& geometry, const StackLayer& layer) const;
    void paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintLines(QPainter& painter, const Geometry& geometry, const Series& series) const;
    void paintBoxes(QPainter& painter, const Geometry& geometry) const;
    void paintLabels(QPainter& painter, const Geometry& geometry) const;
    [[nodiscard]] QColor stackColour(const StackLayer& layer) const;
    [[nodiscard]] QColor colourOf(const Box& box) const;
};

/// Between two colours: all of `a` at 0.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);

/// As much of an op's name as fits: all of it, or what comes after its namespace, or its beginning; empty where nothing
/// does.
[[nodiscard]] QString fittingName(const QString& name, const QFont& font, double width);

} // namespace stepscope::widgets
