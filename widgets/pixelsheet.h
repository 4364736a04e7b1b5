#pragma once

#include "widgets/tracks/coordinates.h"

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QPointF>
#include <QRect>

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

/// Between two colours; 0 = all of `under`, 256 = all of `over`, alpha included.
[[nodiscard]] inline QRgb blended(QRgb under, QRgb over, unsigned share)
{
    constexpr QRgb kPair = 0x00ff00ff;
    const QRgb low = ((over & kPair) * share + (under & kPair) * (256 - share)) >> 8U;
    const QRgb high = ((over >> 8U) & kPair) * share + ((under >> 8U) & kPair) * (256 - share);
    return (low & kPair) | (high & ~kPair);
}

/// The pixels of one row: thousands of rectangles a row cost QPainter more than all the rest. Columns and rows count
/// device pixels from the row's top left corner; what lies outside is left out.
class PixelSheet
{
public:
    /// Pixels of its own, transparent at first, for paint().
    explicit PixelSheet(const Viewport& viewport);
    /// Those of a picture of 32 bits a pixel: the row begins at `origin`, and nothing outside of `clip` is touched.
    PixelSheet(QImage& picture, QPoint origin, QRect clip, const Viewport& viewport);

    /// Device pixels a px.
    [[nodiscard]] double ratio() const { return m_ratio; }
    [[nodiscard]] int width() const { return m_right; } ///< first column that is out of reach
    /// A y of the row in device pixels, rounded.
    [[nodiscard]] int rowOf(double y) const { return rounded(y * m_ratio); }
    [[nodiscard]] static int rounded(double value) { return static_cast<int>(value + 4096.5) - 4096; }

    /// Device pixels of a column from `top` to before `bottom`.
    void fill(int column, int top, int bottom, QRgb colour)
    {
        if (column < m_left || column >= m_right)
            return;
        top = top < m_top ? m_top : top;
        bottom = bottom > m_bottom ? m_bottom : bottom;
        QRgb* pixel = m_origin + top * m_stride + column;
        for (int y = top; y < bottom; ++y, pixel += m_stride)
            *pixel = colour;
    }
    void fill(int left, int right, int top, int bottom, QRgb colour);
    /// As fill(), mixed with what is there.
    void tint(int left, int right, int top, int bottom, QRgb colour, unsigned share);
    /// With soft ends: `top` and `bottom` need not be whole pixels.
    void softFill(int column, double top, double bottom, QRgb colour);
    /// Colours the places that a mask (of Format_Alpha8) covers, up to `width` of its columns.
    void stamp(const QImage& mask, int left, int top, int width, QRgb colour);

    /// Of its own pixels.
    void paint(QPainter& painter, QPointF origin) const;

private:
    double m_ratio = 1;
    QImage m_image; ///< its own; null when it draws into a picture
    QRgb* m_origin = nullptr;
    std::ptrdiff_t m_stride = 0;
    int m_left = 0, m_right = 0, m_top = 0, m_bottom = 0; ///< what may be touched
};

} // namespace stepscope::widgets
