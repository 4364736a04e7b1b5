#pragma once

#include "widgets/marks/cursors.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <optional>

class QPainter;

namespace stepscope::widgets {

class TimelineCanvas;

/// Draws what the user has placed on the timeline: the cursors A and B with the difference between them, the flags of
/// bookmarks, and the range that a drag is about to zoom to. Also draws arrows from the selected span to the spans that
/// it launched.
class Marks
{
public:
    explicit Marks(const TimelineCanvas& canvas);

    /// The cursor whose flag or line is at this position of the ruler.
    [[nodiscard]] static std::optional<Cursors::Which> cursorAt(const TimelineCanvas& canvas, QPointF position);
    /// The bookmark whose flag is at this position of the ruler.
    [[nodiscard]] static std::optional<std::size_t> bookmarkAt(const TimelineCanvas& canvas, QPointF position);

    void draw(QPainter& painter);

private:
    void drawBookmarks(QPainter& painter) const;
    void drawBand(QPainter& painter) const;
    void drawLinks(QPainter& painter) const;
    void drawLink(QPainter& painter, const QPointF& from, const QPointF& to) const;
    void drawCursors(QPainter& painter) const;
    void drawCursor(QPainter& painter, double x, const QString& name) const;
    void drawDifference(QPainter& painter) const;
    [[nodiscard]] std::optional<QRectF> spanRect(std::size_t lane, std::size_t span) const;

    const TimelineCanvas& m_canvas;
};

} // namespace stepscope::widgets
