#pragma once

#include "widgets/render/geometry.h"

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QPointF>
#include <QRect>

#include <cstdint>

class QPainter;

namespace stepscope::widgets {

/// Mixes two colours, including alpha: share 0 = `under`, 256 = `over`.
[[nodiscard]] inline QRgb blended(QRgb under, QRgb over, unsigned share)
{
    constexpr QRgb kPair = 0x00ff00ff;
    const QRgb low = ((over & kPair) * share + (under & kPair) * (256 - share)) >> 8U;
    const QRgb high = ((over >> 8U) & kPair) * share + ((under >> 8U) & kPair) * (256 - share);
    return (low & kPair) | (high & ~kPair);
}

/// The pixels of one row: fills rectangles, blends texts. Coordinates are device pixels from the top left of the row;
/// all functions clip.
class RasterSurface
{
public:
    /// Allocates transparent pixels, for paint().
    explicit RasterSurface(const Viewport& viewport);
    /// Writes into a picture of 32 bits per pixel, which must outlive the surface: the row begins at `origin`; pixels
    /// outside `clip` stay unchanged.
    RasterSurface(QImage& picture, QPoint origin, QRect clip, const Viewport& viewport);

    /// Device pixels per px.
    [[nodiscard]] double ratio() const { return m_ratio; }
    [[nodiscard]] int width() const { return m_right; } ///< the first column that is clipped
    [[nodiscard]] static int rounded(double value) { return static_cast<int>(value + 4096.5) - 4096; }

    class Column;
    [[nodiscard]] Column column(int x) const;
    void fill(int left, int right, int top, int bottom, QRgb colour);
    /// Blends a colour through a mask (Format_Alpha8), using at most `width` columns of the mask.
    void stamp(const QImage& mask, int left, int top, int width, QRgb colour);
    /// As stamp(), left of the row: columns are negative. Allocated pixels have none there.
    void stampBeside(const QImage& mask, int left, int top, QRgb colour);
    [[nodiscard]] bool hasPixelsBeside() const { return m_leftmost < 0; }

    /// Draws the allocated pixels.
    void paint(QPainter& painter, QPointF origin) const;

private:
    double m_ratio = 1;
    QImage m_image; ///< the allocated pixels; null if it writes into a picture
    QRgb* m_origin = nullptr;
    std::ptrdiff_t m_stride = 0;
    int m_left = 0, m_right = 0, m_top = 0, m_bottom = 0; ///< clip
    int m_leftmost = 0;                                   ///< clip of stampBeside()
};

/// A column of pixels. Empty outside the clip.
class RasterSurface::Column
{
public:
    Column(QRgb* origin, std::ptrdiff_t stride, int top, int bottom)
        : m_origin(origin)
        , m_stride(stride)
        , m_top(top)
        , m_bottom(bottom)
    {}

    /// Fills from `top` to before `bottom`.
    void fill(int top, int bottom, QRgb colour) const
    {
        top = top < m_top ? m_top : top;
        bottom = bottom > m_bottom ? m_bottom : bottom;
        QRgb* pixel = m_origin + top * m_stride;
        for (int y = top; y < bottom; ++y, pixel += m_stride)
            *pixel = colour;
    }
    /// Blends a colour over the pixels; `share` as in blended().
    void tint(int top, int bottom, QRgb colour, unsigned share) const
    {
        top = top < m_top ? m_top : top;
        bottom = bottom > m_bottom ? m_bottom : bottom;
        QRgb* pixel = m_origin + top * m_stride;
        for (int y = top; y < bottom; ++y, pixel += m_stride)
            *pixel = blended(*pixel, colour, share);
    }
    /// Fills with antialiased ends: `top` and `bottom` need not be whole pixels.
    void softFill(double top, double bottom, QRgb colour) const
    {
        // In 256ths of a pixel, as blended() needs its share.
        const int begin = rounded256(top);
        const int end = rounded256(bottom);
        if (begin >= end)
            return;
        const int first = begin >> 8;
        const int last = end >> 8;
        if (first == last)
            return soften(first, colour, static_cast<unsigned>(end - begin));
        soften(first, colour, static_cast<unsigned>(256 - (begin & 255)));
        fill(first + 1, last, colour);
        if ((end & 255) != 0)
            soften(last, colour, static_cast<unsigned>(end & 255));
    }

private:
    [[nodiscard]] static int rounded256(double value) { return static_cast<int>(value * 256 + 1048576.5) - 1048576; }
    void soften(int y, QRgb colour, unsigned share) const
    {
        if (y < m_top || y >= m_bottom)
            return;
        QRgb& pixel = m_origin[y * m_stride];
        pixel = blended(pixel, colour, share);
    }

    QRgb* m_origin;
    std::ptrdiff_t m_stride;
    int m_top; ///< clip
    int m_bottom;
};

inline RasterSurface::Column RasterSurface::column(int x) const
{
    const bool isInside = x >= m_left && x < m_right;
    return {isInside ? m_origin + x : m_origin, m_stride, m_top, isInside ? m_bottom : m_top};
}

} // namespace stepscope::widgets
