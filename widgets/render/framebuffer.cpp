#include "widgets/render/framebuffer.h"

#include "widgets/render/workerpool.h"

#include <QPaintEngine>
#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kStrip = 64; ///< lines per part of the work

/// Calls `part(first, last)` for strips of lines, on all workers.
template <typename Part>
void inStrips(WorkerPool& workers, int lines, const Part& part)
{
    workers.run(static_cast<std::size_t>((lines + kStrip - 1) / kStrip), [&](std::size_t strip) {
        const int first = static_cast<int>(strip) * kStrip;
        part(first, std::min(first + kStrip, lines));
    });
}

/// The backing store of the widget being painted, if its pixels can be copied from `image` directly: same format, and
/// the whole widget is repainted. Otherwise nullptr.
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

FrameBuffer::FrameBuffer(WorkerPool& workers)
    : m_workers(workers)
{}

void FrameBuffer::resize(QSize size, double devicePixelRatio)
{
    m_image = QImage((QSizeF(size) * devicePixelRatio).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(devicePixelRatio);
    m_image.fill(m_background);
}

void FrameBuffer::clear()
{
    auto* const pixels = reinterpret_cast<QRgb*>(m_image.bits());
    const std::ptrdiff_t stride = m_image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
    const QRgb background = m_background.rgb();
    inStrips(m_workers, m_image.height(),
             [&](int first, int last) { std::fill(pixels + first * stride, pixels + last * stride, background); });
}

void FrameBuffer::paintOn(QPainter& painter, const QRegion& region) const
{
    QImage* target = targetOf(painter, region, m_image);
    const QPoint origin = painter.deviceTransform().map(QPointF()).toPoint();
    if (target == nullptr || !target->rect().contains(QRect(origin, m_image.size()))) {
        painter.drawImage(QPoint(), m_image);
        return;
    }
    uchar* const to = target->bits() + origin.y() * target->bytesPerLine() + origin.x() * std::ptrdiff_t{sizeof(QRgb)};
    inStrips(m_workers, m_image.height(), [&](int first, int last) {
        for (int y = first; y < last; ++y)
            std::memcpy(to + y * target->bytesPerLine(), m_image.constScanLine(y),
                        static_cast<std::size_t>(m_image.width()) * sizeof(QRgb));
    });
}

void FrameTimes::beginFrame()
{
    m_geometry = 0;
    m_sinceFrame.start();
}

void FrameTimes::endFrame()
{
    const qint64 all = m_sinceFrame.nsecsElapsed();
    const std::size_t slot = m_count++ % kKept;
    m_times[static_cast<std::size_t>(Part::Geometry)][slot] = static_cast<double>(m_geometry) * 1e-6;
    m_times[static_cast<std::size_t>(Part::Paint)][slot] = static_cast<double>(all - m_geometry) * 1e-6;
}

double FrameTimes::last() const
{
    if (m_count == 0)
        return 0;
    const std::size_t slot = (m_count - 1) % kKept;
    return m_times[0][slot] + m_times[1][slot];
}

FrameTimes::Figures FrameTimes::figures(Part part) const
{
    if (m_count == 0)
        return {};
    const auto& times = m_times[static_cast<std::size_t>(part)];
    const std::size_t kept = std::min(m_count, kKept);
    std::vector<double> sorted(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(kept));
    std::sort(sorted.begin(), sorted.end());
    return {times[(m_count - 1) % kKept], sorted[kept / 2], sorted[kept * 99 / 100]};
}

} // namespace stepscope::widgets
