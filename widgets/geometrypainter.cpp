#include "widgets/geometrypainter.h"

#include "widgets/pixelsheet.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::widgets {

namespace {

constexpr double kLeastLabelWidth = 22; ///< px of a box that may carry a name
constexpr double kLabelPadding = 4;

bool isNarrow(const Box& box)
{
    constexpr double kWithoutGap = 3; // px
    return box.x1 - box.x0 <= kWithoutGap;
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min<std::size_t>(utf8.size(), 256)));
}

/// Without what many names begin with: "aten::", "void at::native::". What stands in brackets stays.
QString bareName(const QString& name)
{
    static constexpr QLatin1String kScope("::");
    static constexpr QLatin1String kVoid("void ");
    const QString bare = name.startsWith(kVoid) ? name.mid(kVoid.size()) : name;
    const qsizetype bracket =
        std::min({bare.indexOf(QLatin1Char('<')), bare.indexOf(QLatin1Char('(')), bare.indexOf(QLatin1Char(' '))},
                 [](qsizetype a, qsizetype b) { return static_cast<std::size_t>(a) < static_cast<std::size_t>(b); });
    const qsizetype scope = bare.left(bracket).lastIndexOf(kScope);
    return scope < 0 ? bare : bare.mid(scope + kScope.size());
}

} // namespace

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto channel = [&](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QString fittingName(const QString& name, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    const QString last = bareName(name);
    if (metrics.horizontalAdvance(last) <= width)
        return last;
    const QString cut = metrics.elidedText(last, Qt::ElideRight, width);
    return cut.size() >= 4 ? cut : QString();
}

void GeometryPainter::paint(QPainter& painter, const Geometry& geometry) const
{
    painter.setRenderHint(QPainter::Antialiasing, isVector);
    if (isVector) {
        for (const StackLayer& layer : geometry.stack)
            paintStackShape(painter, geometry, layer);
        for (const Series& series : geometry.series)
            paintColumnShapes(painter, geometry, series);
    } else {
        PixelSheet sheet(viewport);
        for (const StackLayer& layer : geometry.stack)
            fillStack(sheet, geometry, layer);
        for (const Series& series : geometry.series) {
            fillColumns(sheet, geometry, series);
            fillBelowLines(sheet, geometry, series);
        }
        fillCrowdedBoxes(sheet, geometry);
        sheet.paint(painter, origin);
    }
    paintLevels(painter, geometry);
    for (const Series& series : geometry.series)
        paintLines(painter, geometry, series);
    paintLevelTexts(painter, geometry);
    painter.setRenderHint(QPainter::Antialiasing, isVector);
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
    const QColor colour = stackColour(layer);
    const double width = viewport.columnWidth();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (std::size_t first = 0; first < layer.columns.size();) {
        std::size_t last = first + 1;
        while (last < layer.columns.size() && layer.columns[last].column == layer.columns[last - 1].column + 1)
            ++last;
        QPolygonF shape;
        const auto add = [&](int column, double value) {
            shape << QPointF(origin.x() + column * width, origin.y() + yOf(value, geometry, viewport.height));
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

QColor GeometryPainter::stackColour(const StackLayer& layer) const
{
    return mixed(theme.surface, theme.colour(layer.ink), 0.72);
}

void GeometryPainter::fillStack(PixelSheet& sheet, const Geometry& geometry, const StackLayer& layer) const
{
    const QRgb colour = stackColour(layer).rgb();
    for (const StackColumn& column : layer.columns)
        sheet.fill(column.column, sheet.rowOf(yOf(column.high, geometry, viewport.height)),
                   sheet.rowOf(yOf(column.low, geometry, viewport.height)), colour);
}

void GeometryPainter::fillColumns(PixelSheet& sheet, const Geometry& geometry, const Series& series) const
{
    const QColor colour = theme.colour(series.ink);
    const QRgb line = colour.rgb();
    const QRgb band = mixed(theme.surface, colour, 0.45).rgb();
    const QRgb fill = mixed(theme.surface, colour, 0.16).rgb();
    const auto y = [&](double value) { return sheet.rowOf(yOf(value, geometry, viewport.height)); };
    const int base = y(geometry.valueMin);
    const int thick = std::max(1, static_cast<int>(std::lround(viewport.columns / viewport.width)));
    int meanBefore = 0;
    for (std::size_t i = 0; i < series.columns.size(); ++i) {
        const Column& column = series.columns[i];
        const Column* before = column.joins && i > 0 ? &series.columns[i - 1] : nullptr;
        // Where the curve steps between two columns, the later one carries the riser.
        const int top = y(before ? std::max(column.max, before->min) : column.max);
        const int bottom = y(before ? std::min(column.min, before->max) : column.min);
        const int mean = y(column.mean);
        if (series.filled)
            sheet.fill(column.column, mean, base, fill);
        sheet.fill(column.column, top, bottom + thick, band);
        // Risers are part of the curve, but where it is crowded on both sides they would paint the band all over.
        const double spread = column.max - column.min;
        const double spreadBefore = before ? before->max - before->min : spread;
        const bool isRiser = before && std::min(spread, spreadBefore) <= 0.25 * std::abs(column.mean - before->mean);
        sheet.fill(column.column, isRiser ? std::min(mean, meanBefore) : mean,
                   (isRiser ? std::max(mean, meanBefore) : mean) + thick, line);
        meanBefore = mean;
    }
}

void GeometryPainter::fillBelowLines(PixelSheet& sheet, const Geometry& geometry, const Series& series) const
{
    if (!series.filled)
        return;
    const QRgb fill = mixed(theme.surface, theme.colour(series.ink), 0.16).rgb();
    const int base = sheet.rowOf(yOf(geometry.valueMin, geometry, viewport.height));
    const double ratio = viewport.columns / viewport.width;
    for (const std::vector<Point>& line : series.lines) {
        for (std::size_t i = 1; i < line.size(); ++i) {
            const Point& from = line[i - 1];
            const Point& to = line[i];
            const int left = static_cast<int>(std::lround(from.x * ratio));
            const int right = static_cast<int>(std::lround(to.x * ratio));
            if (from.value == to.value) {
                sheet.fill(left, right, sheet.rowOf(yOf(to.value, geometry, viewport.height)), base, fill);
                continue;
            }
            for (int column = left; column < right; ++column) {
                const double value = from.value + (to.value - from.value) * (column + 0.5 - left) / (right - left);
                sheet.fill(column, sheet.rowOf(yOf(value, geometry, viewport.height)), base, fill);
            }
        }
    }
}

void GeometryPainter::paintColumnShapes(QPainter& painter, const Geometry& geometry, const Series& series) const
{
    const QColor colour = theme.colour(series.ink);
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
            band << at(series.columns[i], series.columns[i].max);
            mean << at(series.columns[i], series.columns[i].mean);
        }
        for (std::size_t i = last; i-- > first;)
            band << at(series.columns[i], series.columns[i].min);
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
    const QColor colour = theme.colour(series.ink);
    const double base = origin.y() + yOf(geometry.valueMin, geometry, viewport.height);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const std::vector<Point>& line : series.lines) {
        QPolygonF points;
        points.reserve(static_cast<qsizetype>(line.size()));
        for (const Point& point : line)
            points << QPointF(origin.x() + point.x, origin.y() + yOf(point.value, geometry, viewport.height));
        if (series.filled && isVector && points.size() > 1) {
            QPolygonF area = points;
            area << QPointF(points.back().x(), base) << QPointF(points.front().x(), base);
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(theme.surface, colour, 0.16));
            painter.drawPolygon(area);
            painter.setBrush(Qt::NoBrush);
        }
        // Lines of many points are drawn thin: Qt strokes those several times faster.
        constexpr qsizetype kManyPoints = 64;
        const double thick = points.size() > kManyPoints && !isVector ? 1 : 1.5;
        painter.setPen(QPen(colour, thick, Qt::SolidLine, Qt::RoundCap, Qt::BevelJoin));
        if (points.size() > 1)
            painter.drawPolyline(points);
        else
            painter.drawPoint(points.front());
    }
}

QColor GeometryPainter::colourOf(const Box& box) const
{
    QColor colour = theme.colour(box.ink);
    if (box.of != Box::Of::Span)
        return colour;
    if (focusedOp != 0 && box.op != focusedOp)
        return mixed(theme.surface, colour, 0.22);
    if (box.count == 1 && box.busy >= 1)
        return colour;
    constexpr double kShades = 8; // as many as can be told apart
    return mixed(theme.surface, colour, 0.30 + 0.70 * std::ceil(box.busy * kShades) / kShades);
}

void GeometryPainter::fillCrowdedBoxes(PixelSheet& sheet, const Geometry& geometry) const
{
    const double ratio = viewport.columns / viewport.width;
    for (const Box& box : geometry.boxes) {
        if (isNarrow(box))
            sheet.fill(static_cast<int>(std::lround(box.x0 * ratio)),
                       std::max(static_cast<int>(std::lround(box.x1 * ratio)),
                                static_cast<int>(std::lround(box.x0 * ratio)) + 1),
                       sheet.rowOf(box.y0), sheet.rowOf(box.y1), colourOf(box).rgb());
    }
}

void GeometryPainter::paintBoxes(QPainter& painter, const Geometry& geometry) const
{
    painter.setPen(Qt::NoPen);
    std::map<QRgb, QPainterPath> narrow; // one shape a colour: a vector file grows with each
    for (const Box& box : geometry.boxes) {
        // Neighbours keep apart as long as that leaves something of them.
        const double gap = isNarrow(box) ? 0 : 1;
        const QRectF place(origin.x() + box.x0, origin.y() + box.y0, box.x1 - box.x0 - gap, box.y1 - box.y0);
        if (!isNarrow(box))
            painter.fillRect(place, colourOf(box));
        else if (isVector)
            narrow[colourOf(box).rgb()].addRect(place);
    }
    for (const auto& [colour, path] : narrow)
        painter.fillPath(path, QColor(colour));
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
            // "44 traced" as far as it fits: the number never is cut.
            const QFontMetricsF metrics(painter.font());
            const QString number = box.text.section(QLatin1Char(' '), 0, 0);
            painter.setPen(theme.textOn(colourOf(box)));
            if (metrics.horizontalAdvance(box.text) <= width)
                painter.drawText(place, Qt::AlignCenter, box.text);
            else if (metrics.horizontalAdvance(number) <= width)
                painter.drawText(place, Qt::AlignCenter, number);
        } else if (box.of == Box::Of::Span && width >= kLeastLabelWidth) {
            const QString name = fittingName(text(box.label), painter.font(), width);
            painter.setPen(theme.textOn(colourOf(box)));
            if (!name.isEmpty())
                painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, name);
        }
    }
}

} // namespace stepscope::widgets
