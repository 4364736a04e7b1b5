#include "widgets/render/rastersurface.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

std::ptrdiff_t strideOf(const QImage& image)
{
    return image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
}

} // namespace

RasterSurface::RasterSurface(const Viewport& viewport)
    : m_ratio(viewport.columns / std::max(1.0, viewport.width))
    , m_image(viewport.columns, std::max(1, static_cast<int>(std::ceil(viewport.height * m_ratio))),
              QImage::Format_ARGB32_Premultiplied)
    , m_right(m_image.width())
    , m_bottom(m_image.height())
{
    m_image.fill(Qt::transparent);
    m_origin = reinterpret_cast<QRgb*>(m_image.bits());
    m_stride = strideOf(m_image);
}

RasterSurface::RasterSurface(QImage& picture, QPoint origin, QRect clip, const Viewport& viewport)
    : m_ratio(viewport.columns / std::max(1.0, viewport.width))
    , m_stride(strideOf(picture))
{
    const QRect all(origin, QSize(viewport.columns, static_cast<int>(std::ceil(viewport.height * m_ratio))));
    const QRect seen = (all & clip & picture.rect()).translated(-origin);
    m_left = seen.left();
    m_right = seen.right() + 1;
    m_top = seen.top();
    m_bottom = seen.bottom() + 1;
    m_leftmost = -origin.x();
    m_origin = reinterpret_cast<QRgb*>(picture.bits()) + origin.y() * m_stride + origin.x();
}

void RasterSurface::fill(int left, int right, int top, int bottom, QRgb colour)
{
    left = std::max(left, m_left);
    right = std::min(right, m_right);
    top = std::max(top, m_top);
    bottom = std::min(bottom, m_bottom);
    if (left >= right)
        return;
    QRgb* line = m_origin + top * m_stride;
    for (int y = top; y < bottom; ++y, line += m_stride)
        std::fill(line + left, line + right, colour);
}

void RasterSurface::stampBeside(const QImage& mask, int left, int top, QRgb colour)
{
    const int clipped = std::exchange(m_left, m_leftmost);
    stamp(mask, left, top, -left, colour);
    m_left = clipped;
}

void RasterSurface::stamp(const QImage& mask, int left, int top, int width, QRgb colour)
{
    const int firstX = std::max(0, m_left - left);
    const int lastX = std::min({mask.width(), width, m_right - left});
    const int firstY = std::max(0, m_top - top);
    const int lastY = std::min(mask.height(), m_bottom - top);
    for (int y = firstY; y < lastY; ++y) {
        const uchar* cover = mask.constScanLine(y);
        QRgb* line = m_origin + (top + y) * m_stride + left;
        for (int x = firstX; x < lastX; ++x) {
            if (cover[x] != 0)
                line[x] = blended(line[x], colour, cover[x] + (cover[x] >> 7U));
        }
    }
}

void RasterSurface::paint(QPainter& painter, QPointF origin) const
{
    painter.drawImage(QRectF(origin, QSizeF(m_image.size()) / m_ratio), m_image);
}

} // namespace stepscope::widgets
