#include "widgets/pixelsheet.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

PixelSheet::PixelSheet(const Viewport& viewport)
    : m_ratio(viewport.columns / std::max(1.0, viewport.width))
    , m_image(viewport.columns, std::max(1, static_cast<int>(std::ceil(viewport.height * m_ratio))),
              QImage::Format_ARGB32_Premultiplied)
{
    m_image.fill(Qt::transparent);
}

int PixelSheet::rowOf(double y) const
{
    return static_cast<int>(std::lround(y * m_ratio));
}

void PixelSheet::fill(int left, int right, int top, int bottom, QRgb colour)
{
    left = std::max(left, 0);
    right = std::min(right, m_image.width());
    top = std::max(top, 0);
    bottom = std::min(bottom, m_image.height());
    if (left >= right || top >= bottom)
        return;
    m_isEmpty = false;
    const qsizetype stride = m_image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* line = reinterpret_cast<QRgb*>(m_image.bits()) + top * stride;
    for (int y = top; y < bottom; ++y, line += stride)
        std::fill(line + left, line + right, colour);
}

void PixelSheet::paint(QPainter& painter, QPointF origin) const
{
    if (!m_isEmpty)
        painter.drawImage(QRectF(origin, QSizeF(m_image.size()) / m_ratio), m_image);
}

} // namespace stepscope::widgets
