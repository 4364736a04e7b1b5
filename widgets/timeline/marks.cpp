#include "widgets/timeline/marks.h"

#include "widgets/render/geometrypainter.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/tracks/valuetext.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kFlag = 14;     ///< px, a cursor's flag in the ruler
constexpr double kMarkReach = 5; ///< px around a line or flag within which a position hits it
constexpr double kBookmark = 9;  ///< px

double xOf(const TimelineCanvas& canvas, std::int64_t time)
{
    const Viewport viewport = canvas.viewportOfData();
    return canvas.dataArea().left() + std::floor(std::clamp(pixelOf(time, viewport), -1e6, 1e6)) + 0.5;
}

bool isInSight(const TimelineCanvas& canvas, double x)
{
    return x >= canvas.dataArea().left() - 1 && x <= canvas.dataArea().right() + 1;
}

QColor bookmarkColour(const Theme& theme)
{
    return theme.warning;
}

} // namespace

Marks::Marks(const TimelineCanvas& canvas)
    : m_canvas(canvas)
{}

std::optional<Cursors::Which> Marks::cursorAt(const TimelineCanvas& canvas, QPointF position)
{
    if (!canvas.rulerArea().contains(position.toPoint()))
        return {};
    std::optional<Cursors::Which> nearest;
    double least = kFlag / 2 + kMarkReach;
    for (const Cursors::Which which : {Cursors::A, Cursors::B}) {
        const auto& time = canvas.scene().cursors.at(which);
        const double away = time ? std::abs(xOf(canvas, *time) - position.x()) : least;
        if (away < least) {
            least = away;
            nearest = which;
        }
    }
    return nearest;
}

std::optional<std::size_t> Marks::bookmarkAt(const TimelineCanvas& canvas, QPointF position)
{
    const QRect ruler = canvas.rulerArea();
    if (!ruler.contains(position.toPoint()) || position.y() < ruler.bottom() - kBookmark - kMarkReach)
        return {};
    const Bookmarks& all = canvas.scene().bookmarks;
    for (qsizetype i = all.size(); i-- > 0;) {
        const double x = xOf(canvas, all[i].range.begin);
        if (position.x() >= x - kMarkReach && position.x() <= x + kBookmark + kMarkReach)
            return static_cast<std::size_t>(i);
    }
    return {};
}

void Marks::draw(QPainter& painter)
{
    if (m_canvas.scene().rows.all().empty())
        return;
    painter.save();
    const QRect data = m_canvas.dataArea();
    const QRect ruler = m_canvas.rulerArea();
    painter.setClipRect(QRect(data.left(), ruler.top(), data.width(), ruler.height() + data.height()),
                        Qt::IntersectClip);
    drawBand(painter);
    drawBookmarks(painter);
    drawCursors(painter);
    painter.setClipRect(data, Qt::IntersectClip);
    drawLinks(painter);
    painter.restore();
}

void Marks::drawBookmarks(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect ruler = m_canvas.rulerArea();
    const QColor colour = bookmarkColour(scene.theme);
    for (const Bookmark& bookmark : scene.bookmarks) {
        const double x = xOf(m_canvas, bookmark.range.begin);
        const double end = xOf(m_canvas, bookmark.range.end);
        if (!isInSight(m_canvas, x) && !(x < m_canvas.dataArea().left() && end > m_canvas.dataArea().left()))
            continue;
        if (end - x > 2)
            painter.fillRect(QRectF(x, ruler.bottom() - 2, end - x, 3), colour);
        const double top = ruler.bottom() - kBookmark - 3;
        const QPolygonF flag{QPointF(x, top), QPointF(x + kBookmark, top + kBookmark / 2), QPointF(x, top + kBookmark)};
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(flag);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(colour, 1));
        painter.drawLine(QPointF(x, top), QPointF(x, ruler.bottom()));
        painter.setPen(QPen(colour, 1, Qt::DotLine));
        painter.drawLine(QPointF(x, ruler.bottom()), QPointF(x, m_canvas.dataArea().bottom()));
    }
}

void Marks::drawBand(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    if (!scene.band)
        return;
    const QRect data = m_canvas.dataArea();
    const double left = xOf(m_canvas, scene.band->begin);
    const double right = xOf(m_canvas, scene.band->end);
    // Dim what the zoom will move out of view.
    QColor dim = scene.theme.surface;
    dim.setAlpha(150);
    painter.fillRect(QRectF(QPointF(data.left(), data.top()), QPointF(left, data.bottom() + 1)), dim);
    painter.fillRect(QRectF(QPointF(right, data.top()), QPointF(data.right() + 1, data.bottom() + 1)), dim);
    painter.setPen(QPen(scene.theme.accent, 1, Qt::DashLine));
    for (const double x : {left, right})
        painter.drawLine(QPointF(x, data.top() - 8), QPointF(x, data.bottom()));
    painter.setFont(scene.theme.smallFont());
    painter.setPen(scene.theme.text);
    const QString text = TimelineCanvas::tr("zoom to %1").arg(durationText(scene.band->duration()));
    const double width = QFontMetrics(painter.font()).horizontalAdvance(text) + 12;
    const double middle = std::clamp((left + right) / 2, data.left() + width / 2, data.right() - width / 2);
    painter.drawText(QRectF(middle - width / 2, data.top() + 4, width, 18), Qt::AlignCenter, text);
}

std::optional<QRectF> Marks::spanRect(std::size_t lane, std::size_t span) const
{
    const Scene& scene = m_canvas.scene();
    const std::size_t row = scene.rows.ofLane(lane);
    if (row == kNoIndex || lane >= scene.view.lanes().size() || span >= scene.view.lanes()[lane].size())
        return {};
    const trace::SpanRecord record = scene.view.lanes()[lane].span(span);
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect rect = m_canvas.rowRect(row);
    const auto x = [&](std::int64_t time) { return std::clamp(pixelOf(time, viewport), -1e5, 1e5); };
    const double top = kLanePadding + record.depth * kDepthHeight;
    if (top >= rect.height() || !rect.intersects(m_canvas.rowClip(row)))
        return {}; // the row is too low for this depth
    return QRectF(QPointF(rect.left() + x(record.start), rect.top() + top),
                  QPointF(rect.left() + x(record.end()), rect.top() + top + kDepthHeight - 1));
}

void Marks::drawLinks(QPainter& painter) const
{
    for (const LinkedSpans& link : m_canvas.scene().links) {
        const auto from = spanRect(link.from.lane, link.from.index);
        const auto to = spanRect(link.to.lane, link.to.index);
        if (!from || !to)
            continue;
        // Start at the end of the launch if it lies before the kernel, so that the arrow points forward.
        const double x = std::min(from->right(), std::max(from->left(), to->left()));
        drawLink(painter, {x, to->top() > from->top() ? from->bottom() : from->top()}, {to->left(), to->center().y()});
    }
}

void Marks::drawLink(QPainter& painter, const QPointF& from, const QPointF& to) const
{
    constexpr double kHead = 6;
    const Theme& theme = m_canvas.scene().theme;
    const double bend = std::clamp(std::abs(to.x() - from.x()) / 2, 12.0, 80.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(0, (to.y() - from.y()) / 2), to - QPointF(bend, 0), to - QPointF(1, 0));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.surface, 3.5)); // a halo keeps it visible over spans of any colour
    painter.drawPath(path);
    painter.setPen(QPen(theme.text, 1.4));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawPolygon(QPolygonF{to, to + QPointF(-kHead, -kHead / 2), to + QPointF(-kHead, kHead / 2)});
    painter.drawEllipse(from, 2.5, 2.5);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void Marks::drawCursors(QPainter& painter) const
{
    const Cursors& cursors = m_canvas.scene().cursors;
    if (cursors.a && cursors.b)
        drawDifference(painter);
    if (cursors.a)
        drawCursor(painter, xOf(m_canvas, *cursors.a), QStringLiteral("A"));
    if (cursors.b)
        drawCursor(painter, xOf(m_canvas, *cursors.b), QStringLiteral("B"));
}

void Marks::drawCursor(QPainter& painter, double x, const QString& name) const
{
    const Scene& scene = m_canvas.scene();
    const QRect ruler = m_canvas.rulerArea();
    if (!isInSight(m_canvas, x))
        return;
    painter.setPen(QPen(scene.theme.accent, 1));
    painter.drawLine(QPointF(x, ruler.top() + kFlag), QPointF(x, m_canvas.dataArea().bottom()));
    const QRectF flag(x - kFlag / 2, ruler.top() + 2, kFlag, kFlag);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.theme.accent);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QFont font = scene.theme.smallFont();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(scene.theme.textOn(scene.theme.accent));
    painter.drawText(flag, Qt::AlignCenter, name);
}

void Marks::drawDifference(QPainter& painter) const
{
    constexpr int kHeight = 20;
    const Scene& scene = m_canvas.scene();
    const QRect data = m_canvas.dataArea();
    const double a = xOf(m_canvas, *scene.cursors.a);
    const double b = xOf(m_canvas, *scene.cursors.b);
    const double left = std::max<double>(data.left(), std::min(a, b));
    const double right = std::min<double>(data.right(), std::max(a, b));
    const QString text = differenceText(difference(scene.view, *scene.cursors.a, *scene.cursors.b, scene.cursors.rail));
    painter.setFont(scene.theme.smallFont());
    const QFontMetrics metrics(painter.font());
    const double width = std::min<double>(metrics.horizontalAdvance(text) + 20, data.width() - 8);
    const double y = data.top() + kHeight / 2 + 4;
    if (right > left) {
        painter.setPen(QPen(scene.theme.accent, 1));
        painter.drawLine(QPointF(left, y), QPointF(right, y));
    }
    const double lowest = data.left() + 4;
    const double middle =
        std::clamp((left + right) / 2 - width / 2, lowest, std::max(lowest, data.right() - width - 4));
    const QRectF place(middle, data.top() + 4, width, kHeight);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(scene.theme.accent, 1));
    painter.setBrush(scene.theme.header);
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(scene.theme.text);
    painter.drawText(place, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, static_cast<int>(width) - 8));
}

} // namespace stepscope::widgets
