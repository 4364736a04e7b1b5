#pragma once

#include "widgets/cursors.h"

#include <QPointF>
#include <QString>
#include <qcustomplot.h>

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class TimelineCanvas;

/// What a person put on the timeline, and arrows between spans: the cursors A and B with what lies between them, flags
/// of bookmarks, the band that will be zoomed to, and what a chosen span launched.
class Marks : public QCPLayerable
{
    Q_OBJECT

public:
    explicit Marks(TimelineCanvas& canvas);

    /// The cursor whose flag or line is below this place of the ruler.
    [[nodiscard]] static std::optional<Cursors::Which> cursorAt(const TimelineCanvas& canvas, QPointF position);
    /// The bookmark whose flag is there.
    [[nodiscard]] static std::optional<std::size_t> bookmarkAt(const TimelineCanvas& canvas, QPointF position);

    /// On the screen by the canvas, over the finished frame; as a layer on paper.
    void draw(QCPPainter* painter) override;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    void drawBookmarks(QPainter& painter) const;
    void drawBand(QPainter& painter) const;
    void drawLinks(QPainter& painter) const;
    void drawLink(QPainter& painter, const QPointF& from, const QPointF& to) const;
    void drawCursors(QPainter& painter) const;
    void drawCursor(QPainter& painter, double x, const QString& name) const;
    void drawDifference(QPainter& painter) const;
    [[nodiscard]] std::optional<QRectF> spanRect(std::size_t lane, std::size_t span) const;

    TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
