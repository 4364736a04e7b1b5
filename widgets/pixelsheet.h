#pragma once

#include "widgets/tracks/coordinates.h"

#include <QColor>
#include <QImage>
#include <QPointF>

class QPainter;

namespace stepscope::widgets {

/// The pixels of one row, for what is drawn column by column: thousands of rectangles a row cost QPainter more than all
/// the rest.
class PixelSheet
{
public:
    explicit PixelSheet(const Viewport& viewport);

    /// A y of the row in device pixels, rounded.
    [[nodiscard]] int rowOf(double y) const;
    /// Device pixels of a column from `top` to before `bottom`.
    void fill(int column, int top, int bottom, QRgb colour) { fill(column, column + 1, top, bottom, colour); }
    void fill(int left, int right, int top, int bottom, QRgb colour);
    void paint(QPainter& painter, QPointF origin) const;

private:
    double m_ratio = 1;
    QImage m_image;
    bool m_isEmpty = true;
};

} // namespace stepscope::widgets
