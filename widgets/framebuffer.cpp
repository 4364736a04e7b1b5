#include "widgets/framebuffer.h"

namespace stepscope::widgets {

FrameBuffer::FrameBuffer(const QSize& size, double devicePixelRatio)
    : QCPAbstractPaintBuffer(size, devicePixelRatio)
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
    m_image.fill(m_background);
}

void FrameBuffer::reallocateBuffer()
{
    setInvalidated();
    m_image = QImage((QSizeF(mSize) * mDevicePixelRatio).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(mDevicePixelRatio);
    m_image.fill(m_background); // what is shown before the first frame
}

} // namespace stepscope::widgets
