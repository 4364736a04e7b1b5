#pragma once

#include <QColor>
#include <QImage>
#include <QSize>

class QPainter;
class QRegion;

namespace stepscope::widgets {

class WorkerPool;

/// The picture that all layers of a frame are drawn into. It is a single opaque picture, so that showing it needs no
/// blending.
class FrameBuffer
{
public:
    /// The worker pool clears and copies pixels; it must outlive the buffer.
    explicit FrameBuffer(WorkerPool& workers);

    void setBackground(const QColor& colour) { m_background = colour; }
    /// Allocates `size` px with `devicePixelRatio` pixels per px, filled with the background.
    void resize(QSize size, double devicePixelRatio);
    /// Fills the picture with the background, on all workers.
    void clear();
    [[nodiscard]] QImage& image() { return m_image; }
    /// Copies the picture to a widget of the same size, on all workers where the widget's backing store permits it:
    /// on one thread the copy takes a tenth of a frame.
    void paintOn(QPainter& painter, const QRegion& region) const;

private:
    WorkerPool& m_workers;
    QImage m_image;
    QColor m_background = Qt::white;
};

} // namespace stepscope::widgets
