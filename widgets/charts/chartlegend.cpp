#include "widgets/charts/chartlegend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stepscope::widgets {
namespace {

using analysis::FigureSeries;
using analysis::StudyFigure;

/// Okabe and Ito (2008) without the yellow; the text's colour replaces the black.
constexpr std::array<QRgb, 6> kColours{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7, 0xffe69f00, 0xff56b4e9};
constexpr std::array kMarkers{QScatterSeries::MarkerShapeCircle,   QScatterSeries::MarkerShapeRectangle,
                              QScatterSeries::MarkerShapeTriangle, QScatterSeries::MarkerShapeRotatedRectangle,
                              QScatterSeries::MarkerShapePentagon, QScatterSeries::MarkerShapeStar};

/// The form of a series' markers, as Qt Charts draws it.
QPainterPath markerPath(int marker, const QPointF& middle, double size)
{
    const double outer = size / 2;
    constexpr double kFull = 2 * std::numbers::pi;
    const auto shape = markerOf(marker);
    QPainterPath path;
    const auto polygon = [&](int corners, double turned, double inner) {
        QPolygonF points;
        for (int i = 0; i < corners; ++i) {
            const double angle = turned + kFull * i / corners;
            const double radius = i % 2 == 1 ? outer * inner : outer;
            points << middle + QPointF(radius * std::sin(angle), -radius * std::cos(angle));
        }
        path.addPolygon(points);
        path.closeSubpath();
    };
    switch (shape) {
    case QScatterSeries::MarkerShapeRectangle:
        polygon(4, kFull / 8, 1);
        break;
    case QScatterSeries::MarkerShapeTriangle:
        polygon(3, 0, 1);
        break;
    case QScatterSeries::MarkerShapeRotatedRectangle:
        polygon(4, 0, 1);
        break;
    case QScatterSeries::MarkerShapePentagon:
        polygon(5, 0, 1);
        break;
    case QScatterSeries::MarkerShapeStar:
        polygon(10, 0, 0.4);
        break;
    case QScatterSeries::MarkerShapeCircle:
        path.addEllipse(middle, outer, outer);
        break;
    }
    return path;
}

/// Whether the paper prints all values of this name.
bool isOnlyPublished(const StudyFigure& figure, const std::string& name)
{
    return std::none_of(figure.series.begin(), figure.series.end(),
                        [&](const FigureSeries& series) { return series.name == name && !series.isPublished; });
}

} // namespace

QColor inkOf(int colour, const Theme& theme)
{
    const std::size_t index = static_cast<std::size_t>(colour) % (kColours.size() + 1);
    return index < kColours.size() ? theme.edgeOf(QColor(kColours.at(index))) : theme.text;
}

QScatterSeries::MarkerShape markerOf(int colour)
{
    return kMarkers.at(static_cast<std::size_t>(colour) % kMarkers.size());
}

ChartLegend::ChartLegend(const StudyFigure& figure, const std::map<std::string, int>& colours, const Theme& theme,
                         double width)
    : m_theme(theme)
{
    const bool isNamedByPanel = std::all_of(figure.series.begin(), figure.series.end(),
                                            [](const FigureSeries& series) { return series.panel == series.name; });
    if (isNamedByPanel)
        return;
    std::vector<Entry> entries(colours.size());
    for (const auto& [name, colour] : colours)
        entries[static_cast<std::size_t>(colour)] = {QString::fromStdString(name), inkOf(colour, theme), colour,
                                                     isOnlyPublished(figure, name)};
    if (std::any_of(figure.series.begin(), figure.series.end(), [](const auto& series) { return series.isPublished; }))
        entries.push_back({QStringLiteral("printed in the paper"), theme.text, 0, true});
    const QFontMetricsF metrics(theme.smallFont());
    double x = kGap;
    for (Entry& entry : entries) {
        const double length = kSample + kGap + metrics.horizontalAdvance(entry.name) + 2 * kGap;
        if (x > kGap && x + length > width) {
            x = kGap;
            m_rows += 1;
        }
        entry.place = QPointF(x, m_rows * kRow + kRow / 2.0);
        x += length;
    }
    m_entries = std::move(entries);
    m_rows += m_entries.empty() ? 0 : 1;
}

void ChartLegend::paint(QPainter& painter, const QPointF& corner) const
{
    painter.setFont(m_theme.smallFont());
    for (const Entry& entry : m_entries) {
        const QPointF from = corner + entry.place;
        const QPointF to = from + QPointF(kSample, 0);
        const QRectF text(to + QPointF(kGap, -kRow / 2.0), QSizeF(1e4, kRow));
        painter.setPen(QPen(entry.colour, entry.isPublished ? 1 : 2));
        painter.setBrush(m_theme.surface);
        if (!entry.isPublished) {
            painter.drawLine(from, to);
            painter.setBrush(entry.colour);
        }
        painter.drawPath(
            markerPath(entry.marker, (from + to) / 2, entry.isPublished ? kPublishedMarkerSize : kMarkerSize));
        painter.setPen(m_theme.text);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    }
}

} // namespace stepscope::widgets
