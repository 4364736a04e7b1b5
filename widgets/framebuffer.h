#pragma once

#include <QImage>
#include <qcustomplot.h>

namespace stepscope::widgets {

class SharedWork;

/// The picture that QCustomPlot's layers draw into: one for all of them, without transparency, so that nothing has to
/// be laid over each other again when it comes to the screen.
class FrameBuffer : public QCPAbstractPaintBuffer
{
public:
    /// `work` is asked to help with all pixels, and must live as long as pictures are made.
    FrameBuffer(const QSize& size, double devicePixelRatio, SharedWork& work);

    void setBackground(const QColor& colour) { m_background = colour; }
    /// As large as the widget that is being painted, onto all of it that is to be painted.
    void paintOn(QPainter& painter, const QRegion& region) const;

    QCPPainter* startPainting() override;
    void draw(QCPPainter* painter) const override;
    void clear(const QColor& colour) override;

protected:
    void reallocateBuffer() override;

private:
    QImage m_image;
    QColor m_background = Qt::white;
    SharedWork& m_work;
};

} // namespace stepscope::widgets
