#include "widgets/framebuffer.h"

#include "widgets/sharedwork.h"

#include <QPaintEngine>

#include <algorithm>
#include <cstring>

namespace stepscope::widgets {

namespace {

constexpr int kStrip = 64; ///< lines: a part of what several threads do together

/// Calls `part(first, last)` for strips of lines.
template <typename Part>
void inStrips(SharedWork& work, int lines, const Part& part)
{
    work.run(static_cast<std::size_t>((lines + kStrip - 1) / kStrip), [&](std::size_t strip) {
        const int first = static_cast<int>(strip) * kStrip;
        part(first, std::min(first + kStrip, lines));
    });
}

/// The picture that stands for the widget being painted, where its pixels are those of another of the same size, all of
/// them are to be painted, and nothing is between; nullptr where Qt has to do it.
QImage* targetOf(QPainter& painter, const QRegion& region, const QImage& image)
{
    auto* target =
        painter.paintEngine() != nullptr ? dynamic_cast<QImage*>(painter.paintEngine()->paintDevice()) : nullptr;
    const bool isWhole = region.rectCount() == 1 &&
                         (QSizeF(region.boundingRect().size()) * image.devicePixelRatio()).toSize() == image.size();
    return target != nullptr && isWhole && target->format() == image.format() && target->depth() == 32 ? target
                                                                                                       : nullptr;
}

} // namespace

FrameBuffer::FrameBuffer(const QSize& size, double devicePixelRatio, SharedWork& work)
    : QCPAbstractPaintBuffer(size, devicePixelRatio)
    , m_work(work)
{
    FrameBuffer::reallocateBuffer();
}

QCPPainter* FrameBuffer::startPainting()
{
    return new QCPPainter(&m_image);
}

void FrameBuffer::draw(QCPPainter* painter) const
{
    painter->drawImage(0, 0, m_image);
}

/// QCustomPlot asks for transparency, to lay buffers over each other; here is only one.
void FrameBuffer::clear(const QColor& /*colour*/)
{
    auto* const pixels = reinterpret_cast<QRgb*>(m_image.bits());
    const std::ptrdiff_t stride = m_image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
    const QRgb background = m_background.rgb();
    inStrips(m_work, m_image.height(),
             [&](int first, int last) { std::fill(pixels + first * stride, pixels + last * stride, background); });
}

/// It is all copied, pixel by pixel, and that by several threads at once: for one alone it takes a tenth of a frame.
void FrameBuffer::paintOn(QPainter& painter, const QRegion& region) const
{
    QImage* target = targetOf(painter, region, m_image);
    const QPoint origin = painter.deviceTransform().map(QPointF()).toPoint();
    if (target == nullptr || !target->rect().contains(QRect(origin, m_image.size()))) {
        painter.drawImage(QPoint(), m_image);
        return;
    }
    uchar* const to = target->bits() + origin.y() * target->bytesPerLine() + origin.x() * std::ptrdiff_t{sizeof(QRgb)};
    inStrips(m_work, m_image.height(), [&](int first, int last) {
        for (int y = first; y < last; ++y)
            std::memcpy(to + y * target->bytesPerLine(), m_image.constScanLine(y),
                        static_cast<std::size_t>(m_image.width()) * sizeof(QRgb));
    });
}

void FrameBuffer::reallocateBuffer()
{
    setInvalidated();
    m_image = QImage((QSizeF(mSize) * mDevicePixelRatio).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(mDevicePixelRatio);
    m_image.fill(m_background); // what is shown before the first frame
}

} // namespace stepscope::widgets
