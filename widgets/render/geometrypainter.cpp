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
    paintLevelTexts(painter, geometry);
    paintBoxes(painter, geometry);
    paintLabels(painter, geometry);
}

void GeometryPainter::paintLevels(QPainter& painter, const Geometry& geometry) const
{
    painter.setPen(QPen(mixed(theme.surface, theme.mutedText, 0.28), 1, Qt::DotLine));
    for (const Level& level : geometry.levels) {
        const double y = std::round(origin.y() + yOf(level.value, geometry, viewport.height)) + 0.5;
        painter.drawLine(QPointF(origin.x(), y), QPointF(origin.x() + viewport.width, y));
    }
}

void GeometryPainter::paintLevelTexts(QPainter& painter, const Geometry& geometry) const
{
    painter.setFont(theme.smallFont());
    const QFontMetricsF metrics(painter.font());
    for (const Level& level : geometry.levels) {
        const double y = origin.y() + yOf(level.value, geometry, viewport.height);
        const double top =
            std::clamp(y - metrics.height() / 2, origin.y() + 1, origin.y() + viewport.height - metrics.height() - 1);
        const QRectF place(origin.x() + 4, top, metrics.horizontalAdvance(level.text) + 6, metrics.height());
        QColor halo = theme.surface;
        halo.setAlpha(208);
        painter.fillRect(place, halo);
        painter.setPen(theme.mutedText);
        painter.drawText(place, Qt::AlignCenter, level.text);
    }
}

void GeometryPainter::paintStackShape(QPainter& painter, const Geometry& geometry, const StackLayer& layer) const
{
    const QColor colour = stackColour(theme, layer.color);
    const double width = viewport.columnWidth();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (std::size_t first = 0; first < layer.columns.size();) {
        std::size_t last = first + 1;
        while (last < layer.columns.size() && layer.columns[last].column == layer.columns[last - 1].column + 1)
            ++last;
        QPolygonF shape;
        const auto add = [&](int column, double value) {
            extend(shape, {origin.x() + column * width, origin.y() + yOf(value, geometry, viewport.height)});
        };
        for (std::size_t i = first; i < last; ++i) {
            add(layer.columns[i].column, layer.columns[i].high);
            add(layer.columns[i].column + 1, layer.columns[i].high);
        }
        for (std::size_t i = last; i-- > first;) {
            add(layer.columns[i].column + 1, layer.columns[i].low);
            add(layer.columns[i].column, layer.columns[i].low);
        }
        painter.drawPolygon(shape);
        first = last;
    }
}

void GeometryPainter::paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const
{
    const QColor colour = theme.colour(series.color);
    const double width = viewport.columnWidth();
    const auto at = [&](const Column& column, double value) {
        return QPointF(origin.x() + (column.column + 0.5) * width, origin.y() + yOf(value, geometry, viewport.height));
    };
    for (std::size_t first = 0; first < series.columns.size();) {
        std::size_t last = first + 1;
        while (last < series.columns.size() && series.columns[last].joins)
            ++last;
        QPolygonF band;
        QPolygonF mean;
        for (std::size_t i = first; i < last; ++i) {
            extend(band, at(series.columns[i], series.columns[i].max));
            extend(mean, at(series.columns[i], series.columns[i].mean));
        }
        for (std::size_t i = last; i-- > first;)
            extend(band, at(series.columns[i], series.columns[i].min));
        painter.setPen(Qt::NoPen);
        if (series.filled) {
            QPolygonF area = mean;
            area << at(series.columns[last - 1], geometry.valueMin) << at(series.columns[first], geometry.valueMin);
            painter.setBrush(mixed(theme.surface, colour, 0.16));
            painter.drawPolygon(area);
        }
        painter.setPen(QPen(mixed(theme.surface, colour, 0.45), 0.6, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.setBrush(mixed(theme.surface, colour, 0.45));
        painter.drawPolygon(band);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(mean);
        first = last;
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
            painter.setBrush(mixed(theme.surface, colour, 0.16));
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
        if (box.count > 1 || width < kLeastLabelWidth - 2 * kLabelPadding)
            continue;
        const QRectF place(origin.x() + left, origin.y() + box.y0, width, box.y1 - box.y0);
        if (box.of == Box::Of::Step) {
            // "44 traced", or only the number; a number is never cut.
            const QFontMetricsF metrics(painter.font());
            const QString number = box.text.section(QLatin1Char(' '), 0, 0);
            painter.setPen(QColor(coloursOf(box).text));
            if (metrics.horizontalAdvance(box.text) <= width)
                painter.drawText(place, Qt::AlignCenter, box.text);
            else if (metrics.horizontalAdvance(number) <= width)
                painter.drawText(place, Qt::AlignCenter, number);
        } else if (box.of == Box::Of::Span && width >= kLeastLabelWidth) {
            const QString name = fittingName(labelText(box), painter.font(), width);
            painter.setPen(QColor(coloursOf(box).text));
            if (!name.isEmpty())
                painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, name);
        }
    }
}

} // namespace stepscope::widgets
