#include "widgets/charts/studychart.h"

#include "widgets/figures/figure.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsScene>
#include <QLegendMarker>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace stepscope::widgets {
namespace {

using analysis::FigureSeries;
using analysis::StudyFigure;

constexpr int kColumns = 3;
constexpr int kPanelHeight = 260; ///< px
constexpr int kTitleHeight = 30;  ///< px
constexpr double kMarkerSize = 8;
/// Points beyond which a line has no markers.
constexpr std::size_t kMostMarkers = 40;

/// Okabe and Ito (2008) without the yellow.
constexpr std::array<QRgb, 7> kColours{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                       0xffe69f00, 0xff56b4e9, 0xff000000};
constexpr std::array kMarkers{QScatterSeries::MarkerShapeCircle,   QScatterSeries::MarkerShapeRectangle,
                              QScatterSeries::MarkerShapeTriangle, QScatterSeries::MarkerShapeRotatedRectangle,
                              QScatterSeries::MarkerShapePentagon, QScatterSeries::MarkerShapeStar};

QString axisTitle(std::string_view name, std::string_view unit)
{
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return unit.empty() ? text
                        : text + QStringLiteral(" (") +
                              QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())) + QLatin1Char(')');
}

/// The place of each x on the axis: batch sizes at equal distances, other values as they are.
class Places
{
public:
    explicit Places(const StudyFigure& figure)
        : m_isByBatch(figure.isByBatch)
    {
        std::set<double> all;
        for (const FigureSeries& series : figure.series) {
            for (const FigureSeries::Point& point : series.points)
                all.insert(point.x);
        }
        m_values.assign(all.begin(), all.end());
    }
    [[nodiscard]] double of(double x) const
    {
        if (!m_isByBatch)
            return x;
        return static_cast<double>(std::lower_bound(m_values.begin(), m_values.end(), x) - m_values.begin());
    }
    [[nodiscard]] const std::vector<double>& values() const { return m_values; }

private:
    bool m_isByBatch;
    std::vector<double> m_values;
};

/// One diagram of a figure.
class Panel
{
public:
    Panel(QChart& chart, const StudyFigure& figure, const Places& places, const Theme& theme)
        : m_chart(chart)
        , m_figure(figure)
        , m_places(places)
        , m_theme(theme)
    {
        chart.setBackgroundBrush(theme.surface);
        chart.setTitleFont(theme.strongFont());
        chart.setTitleBrush(theme.text);
        chart.setMargins(QMargins(4, 2, 4, 2));
        chart.legend()->setAlignment(Qt::AlignBottom);
        chart.legend()->setFont(theme.smallFont());
        chart.legend()->setLabelColor(theme.text);
        chart.legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
        addAxes();
    }

    void add(const FigureSeries& series, int colour)
    {
        const QColor ink(kColours[static_cast<std::size_t>(colour) % kColours.size()]);
        auto* const line = new QLineSeries;
        line->setName(QString::fromStdString(series.name) +
                      (series.isPublished ? QStringLiteral(" (paper)") : QString()));
        line->setPen(QPen(ink, series.isPublished ? 1.5 : 2, series.isPublished ? Qt::DashLine : Qt::SolidLine));
        for (const FigureSeries::Point& point : series.points) {
            line->append(m_places.of(point.x), point.y);
            m_highest = std::max({m_highest, point.y, point.interval ? point.interval->high : point.y});
        }
        attach(line, true);
        if (series.points.size() <= kMostMarkers)
            addMarkers(series, colour, ink);
        for (const FigureSeries::Point& point : series.points) {
            if (point.interval)
                addBar(m_places.of(point.x), *point.interval, ink);
        }
    }

    void finish()
    {
        const bool isPercent = m_figure.yUnit == "%" && m_highest <= 100;
        m_y->setRange(0, isPercent ? 100 : m_highest > 0 ? m_highest * 1.05 : 1);
        if (!isPercent)
            m_y->applyNiceNumbers();
    }

private:
    void style(QAbstractAxis& axis) const
    {
        axis.setLabelsFont(m_theme.smallFont());
        axis.setTitleFont(m_theme.smallFont());
        axis.setLabelsBrush(m_theme.text);
        axis.setTitleBrush(m_theme.text);
        axis.setLinePen(QPen(m_theme.mutedText));
        axis.setGridLinePen(QPen(m_theme.grid));
    }

    void addAxes()
    {
        const auto& values = m_places.values();
        if (m_figure.isByBatch) {
            auto* const axis = new QCategoryAxis;
            axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
            for (std::size_t i = 0; i < values.size(); ++i)
                axis->append(QString::number(values[i]), static_cast<double>(i));
            axis->setRange(-0.3, static_cast<double>(values.size()) - 0.7);
            m_x = axis;
        } else {
            auto* const axis = new QValueAxis;
            axis->setRange(values.empty() ? 0 : values.front(), values.empty() ? 1 : values.back());
            axis->setTickCount(4);
            axis->setLabelFormat(values.empty() || values.back() >= 10 ? QStringLiteral("%.0f")
                                                                       : QStringLiteral("%.2f"));
            m_x = axis;
        }
        m_y = new QValueAxis;
        m_x->setTitleText(axisTitle(m_figure.x, m_figure.xUnit));
        m_y->setTitleText(axisTitle(m_figure.y, m_figure.yUnit));
        style(*m_x);
        style(*m_y);
        m_chart.addAxis(m_x, Qt::AlignBottom);
        m_chart.addAxis(m_y, Qt::AlignLeft);
    }

    void attach(QXYSeries* series, bool isInLegend)
    {
        m_chart.addSeries(series); // takes ownership
        series->attachAxis(m_x);
        series->attachAxis(m_y);
        for (QLegendMarker* marker : m_chart.legend()->markers(series))
            marker->setVisible(isInLegend);
    }

    void addMarkers(const FigureSeries& series, int colour, const QColor& ink)
    {
        auto* const markers = new QScatterSeries;
        markers->setMarkerShape(kMarkers[static_cast<std::size_t>(colour) % kMarkers.size()]);
        markers->setMarkerSize(kMarkerSize);
        markers->setBorderColor(ink);
        markers->setColor(series.isPublished ? m_theme.surface : ink);
        for (const FigureSeries::Point& point : series.points)
            markers->append(m_places.of(point.x), point.y);
        attach(markers, false);
    }

    void addBar(double x, const analysis::Interval& interval, const QColor& ink)
    {
        constexpr double kCap = 0.06;
        auto* const bar = new QLineSeries;
        bar->setPen(QPen(ink, 1));
        const double low = std::max(interval.low, 0.0);
        for (const QPointF& point :
             {QPointF(x - kCap, low), QPointF(x + kCap, low), QPointF(x, low), QPointF(x, interval.high),
              QPointF(x - kCap, interval.high), QPointF(x + kCap, interval.high)})
            bar->append(point);
        attach(bar, false);
    }

    QChart& m_chart;
    const StudyFigure& m_figure;
    const Places& m_places;
    const Theme& m_theme;
    QAbstractAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    double m_highest = 0;
};

std::vector<std::string> panelsOf(const StudyFigure& figure)
{
    std::vector<std::string> panels;
    for (const FigureSeries& series : figure.series) {
        if (std::find(panels.begin(), panels.end(), series.panel) == panels.end())
            panels.push_back(series.panel);
    }
    return panels;
}

/// The charts of a figure, laid out in rows on a scene.
class Page
{
public:
    Page(const StudyFigure& figure, const Theme& theme)
        : m_places(figure)
    {
        std::map<std::string, int> colours; // a series has the same colour in each panel
        for (const FigureSeries& series : figure.series)
            colours.emplace(series.name, static_cast<int>(colours.size()));
        for (const std::string& name : panelsOf(figure)) {
            auto* const chart = new QChart; // the scene takes ownership
            m_scene.addItem(chart);
            m_charts.push_back(chart);
            chart->setTitle(QString::fromStdString(name));
            Panel panel(*chart, figure, m_places, theme);
            for (const FigureSeries& series : figure.series) {
                if (series.panel == name)
                    panel.add(series, colours[series.name]);
            }
            panel.finish();
        }
    }

    [[nodiscard]] int columns() const { return std::clamp(static_cast<int>(m_charts.size()), 1, kColumns); }
    [[nodiscard]] int rows() const { return (static_cast<int>(m_charts.size()) + columns() - 1) / columns(); }

    void layOut(const QRectF& area)
    {
        const QSizeF size(area.width() / columns(), area.height() / rows());
        for (std::size_t i = 0; i < m_charts.size(); ++i) {
            const auto index = static_cast<int>(i);
            m_charts[i]->setGeometry(QRectF(
                area.topLeft() + QPointF(index % columns() * size.width(), index / columns() * size.height()), size));
        }
        m_scene.setSceneRect(area);
    }
    void paint(QPainter& painter, const QRectF& area) { m_scene.render(&painter, area, area, Qt::IgnoreAspectRatio); }

private:
    Places m_places;
    QGraphicsScene m_scene;
    std::vector<QChart*> m_charts;
};

} // namespace

format::Result<void> exportStudyFigure(const StudyFigure& figure, const FigurePaper& paper)
{
    TRY(checkPaper(paper));
    Theme theme = Theme::of(paper.theme);
    theme.family = paper.fontFamily;
    Page content(figure, theme);
    const FigurePage page = pageFor(paper, kTitleHeight + content.rows() * kPanelHeight);
    const QRectF whole(QPointF(), QSizeF(page.layout));
    const QRectF diagrams = whole.adjusted(0, kTitleHeight, 0, 0);
    content.layOut(diagrams);
    const QString title = QString::fromUtf8(figure.title.data(), static_cast<qsizetype>(figure.title.size()));
    const auto draw = [&](QPaintDevice& device, double scale, bool /*isVector*/) {
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale * page.scale, scale * page.scale);
        painter.fillRect(whole, theme.surface);
        painter.setFont(theme.strongFont());
        painter.setPen(theme.text);
        painter.drawText(QRectF(whole.topLeft(), QSizeF(whole.width(), kTitleHeight)), Qt::AlignCenter, title);
        content.paint(painter, diagrams);
    };
    return writeFigureFile(paper.path, {page.size, paper.dpi, title, theme.surface}, draw);
}

} // namespace stepscope::widgets
