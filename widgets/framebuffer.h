#pragma once

#include <QImage>
#include <qcustomplot.h>

namespace stepscope::widgets {

/// The picture that QCustomPlot's layers draw into: one for all of them, without transparency, so that nothing has to
/// be laid over each other again when it comes to the screen.
class FrameBuffer : public QCPAbstractPaintBuffer
{
public:
    FrameBuffer(const QSize& size, double devicePixelRatio);

    void setBackground(const QColor& colour) { m_background = colour; }
    [[nodiscard]] const QImage& image() const { return m_image; }

    QCPPainter* startPainting() override;
    void draw(QCPPainter* painter) const override;
    void clear(const QColor& colour) override;

protected:
    void reallocateBuffer() override;

private:
    QImage m_image;
    QColor m_background = Qt::white;
};

} // namespace stepscope::widgets
