#include "widgets/render/geometrypainter.h"

#include "widgets/render/textmaskcache.h"
#include "widgets/render/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::widgets {

namespace {

bool isNarrow(const Box& box)
{
    constexpr double kWithoutGap = 3; // px
    return box.x1 - box.x0 <= kWithoutGap;
}

/// Appends a point to an outline. Drops points inside a horizontal line: files are smaller without them.
void extend(QPolygonF& outline, QPointF point)
{
    const qsizetype size = outline.size();
    if (size >= 2 && outline[size - 1].y() == point.y() && outline[size - 2].y() == point.y())
        outline.last() = point;
    else
        outline << point;
}

} // namespace

void GeometryPainter::paint(QPainter& painter, const Geometry& geometry) const
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const StackLayer& layer : geometry.stack)
        paintStackShape(painter, geometry, layer);
    for (const Series& series : geometry.series)
        paintColumnShapes(painter, geometry, series);
    paintLevels(painter, geometry);
    for (const Series& series : geometry.series)
        paintLines(painter, geometry, series);
    paintBoxes(painter, geometry);
    paintLabels(painter, geometry);
}

void GeometryPainter::paintLevels(QPainter& painter, const Geometry& geometry) const
{
    painter.setPen(QPen(mixed(theme.surface, theme.mutedText, 0.28), 1, Qt::DotLine));
    for (const PlacedLevel& placed : placedLevels(geometry, viewport.height)) {
        const double y = std::round(origin.y() + yOf(placed.level->value, geometry, viewport.height)) + 0.5;
        if (placed.level->hasLine)
            painter.drawLine(QPointF(origin.x(), y), QPointF(origin.x() + viewport.width, y));
    }
}

void GeometryPainter::paintLevelTexts(QPainter& painter, const Geometry& geometry) const
{
    constexpr double kRoom = 100; // px, more than any text
    painter.setFont(theme.smallFont());
    painter.setPen(theme.mutedText);
    for (const PlacedLevel& placed : placedLevels(geometry, viewport.height))
        painter.drawText(
            QRectF(origin.x() - kRoom - kLevelDistance, origin.y() + placed.top - 2, kRoom, kLevelHeight + 4),
            Qt::AlignVCenter | Qt::AlignRight, placed.level->text);
}

void GeometryPainter::paintStackShape(QPainter& painter, const Geometry& geometry, const StackLayer& layer) const
{
    const QColor colour = stackColour(theme, layer.color);
    const double width = viewport.columnWidth();
    std::vector<double> high;
    std::vector<double> low;
    for (const StackColumn& column : layer.columns) {
        high.push_back(origin.y() + yOf(column.high, geometry, viewport.height));
        low.push_back(origin.y() + yOf(column.low, geometry, viewport.height));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (std::size_t first = 0, last = 0; first < layer.columns.size(); first = last) {
        last = endOfPart(layer, first);
        if (layer.isCrowded) {
            smooth(high, first, last, window());
            smooth(low, first, last, window());
        }
        QPolygonF shape;
        for (std::size_t i = first; i < last; ++i) {
            extend(shape, {origin.x() + layer.columns[i].column * width, high[i]});
            extend(shape, {origin.x() + (layer.columns[i].column + 1) * width, high[i]});
        }
        for (std::size_t i = last; i-- > first;) {
            extend(shape, {origin.x() + (layer.columns[i].column + 1) * width, low[i]});
            extend(shape, {origin.x() + layer.columns[i].column * width, low[i]});
        }
        painter.drawPolygon(shape);
    }
}

int GeometryPainter::window() const
{
    return static_cast<int>(std::lround(kSmoothWidth / std::max(viewport.columnWidth(), 1e-3)));
}

void GeometryPainter::paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const
{
    const QColor colour = theme.colour(series.color);
    QColor band = mixed(theme.surface, colour, kBandShare);
    if (hasOverlaps(geometry)) {
        band = colour;
        band.setAlphaF(static_cast<float>(kBandShare));
    }
    const double width = viewport.columnWidth();
    const auto at = [&](std::size_t i, double value) {
        return QPointF(origin.x() + (series.columns[i].column + 0.5) * width,
                       origin.y() + yOf(value, geometry, viewport.height));
    };
    std::vector<double> means;
    for (const Column& column : series.columns)
        means.push_back(column.mean);
    for (std::size_t first = 0, last = 0; first < series.columns.size(); first = last) {
        last = endOfPart(series, first);
        if (series.isCrowded)
            smooth(means, first, last, window());
        QPolygonF shape;
        QPolygonF mean;
        for (std::size_t i = first; i < last; ++i) {
            extend(shape, at(i, series.columns[i].max));
            extend(mean, at(i, means[i]));
        }
        for (std::size_t i = last; i-- > first;)
            extend(shape, at(i, series.columns[i].min));
        painter.setPen(Qt::NoPen);
        if (series.filled) {
            QPolygonF area = mean;
            area << at(last - 1, geometry.valueMin) << at(first, geometry.valueMin);
            painter.setBrush(mixed(theme.surface, colour, kAreaShare));
            painter.drawPolygon(area);
        }
        painter.setBrush(band);
        painter.drawPolygon(shape);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(mean);
    }
}

void GeometryPainter::paintLines(QPainter& painter, const Geometry& geometry, const Series& series) const
{
    if (series.lines.empty())
        return;
    const QColor colour = theme.colour(series.color);
    const double base = origin.y() + yOf(geometry.valueMin, geometry, viewport.height);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const std::vector<Point>& line : series.lines) {
        QPolygonF points;
        points.reserve(static_cast<qsizetype>(line.size()));
        for (const Point& point : line)
            points << QPointF(origin.x() + point.x, origin.y() + yOf(point.value, geometry, viewport.height));
        if (series.filled && points.size() > 1) {
            QPolygonF area = points;
            area << QPointF(points.back().x(), base) << QPointF(points.front().x(), base);
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(theme.surface, colour, kAreaShare));
            painter.drawPolygon(area);
            painter.setBrush(Qt::NoBrush);
        }
        painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::BevelJoin));
        if (points.size() > 1)
            painter.drawPolyline(points);
        else
            painter.drawPoint(points.front());
    }
}

SpanPalette::Colours GeometryPainter::coloursOf(const Box& box) const
{
    const bool faded = focusedOp != 0 && box.op != focusedOp;
    return box.of == Box::Of::Span ? colors.ofSpan(box.color, box.busy, faded) : colors.of(box.color);
}

void GeometryPainter::paintBoxes(QPainter& painter, const Geometry& geometry) const
{
    painter.setPen(Qt::NoPen);
    // In vector files, one path per colour keeps the file small. On pixels, single rectangles are much faster.
    std::map<QRgb, QPainterPath> narrow;
    const bool isPixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    for (const Box& box : geometry.boxes) {
        const SpanPalette::Colours colours = coloursOf(box);
        // Leave a gap to the next box, except for narrow boxes.
        const double gap = isNarrow(box) ? 0 : 1;
        const QRectF place(origin.x() + box.x0, origin.y() + box.y0, box.x1 - box.x0 - gap, box.y1 - box.y0);
        if (isNarrow(box) && !isPixels) {
            narrow[colours.edge].addRect(place);
        } else if (isNarrow(box) || colours.edge == colours.box) {
            painter.fillRect(place, QColor(colours.edge));
        } else {
            painter.setPen(QPen(QColor(colours.edge), 1, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.setBrush(QColor(colours.box));
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    for (const auto& [colour, path] : narrow)
        painter.fillPath(path, QColor(colour));
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::NoBrush);
}

void GeometryPainter::paintLabels(QPainter& painter, const Geometry& geometry) const
{
    painter.setFont(theme.smallFont());
    for (const Box& box : geometry.boxes) {
        const double left = std::max(box.x0, 0.0) + kLabelPadding;
        const double width = std::min(box.x1, viewport.width) - left - kLabelPadding;
        if (box.of != Box::Of::Span || box.count > 1 || width < kLeastLabelWidth)
            continue;
        const QRectF place(origin.x() + left, origin.y() + box.y0, width, box.y1 - box.y0);
        const QString name = fittingName(labelText(box), painter.font(), width);
        painter.setPen(QColor(coloursOf(box).text));
        if (!name.isEmpty())
            painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, name);
    }
    for (const BoxText& text : geometry.texts)
        paintText(painter, geometry.boxes[text.box], text);
}

void GeometryPainter::paintText(QPainter& painter, const Box& box, const BoxText& text) const
{
    painter.setPen(QColor(coloursOf(box).text));
    const auto draw = [&](const QString& part, double left, double right) {
        painter.drawText(QRectF(origin.x() + left, origin.y() + box.y0, right - left, box.y1 - box.y0), Qt::AlignCenter,
                         part);
    };
    if (text.width > 0) {
        const auto [left, right] = textRange(box, text, viewport.width);
        draw(text.text, left, right);
        return;
    }
    const double left = std::max(box.x0, 0.0) + kLabelPadding;
    const double right = std::min(box.x1, viewport.width) - kLabelPadding;
    // "44 traced", or only the number; a number is never cut.
    const QFontMetricsF metrics(painter.font());
    for (const QString& part : {text.text, text.text.section(QLatin1Char(' '), 0, 0)}) {
        if (metrics.horizontalAdvance(part) <= right - left) {
            draw(part, left, right);
            return;
        }
    }
}

} // namespace stepscope::widgets
