#include "widgets/charts/studychart.h"

#include "widgets/figures/figure.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QLegend>
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
constexpr int kPanelHeight = 220; ///< px
constexpr int kTitleHeight = 30;  ///< px
constexpr double kMarkerSize = 8;
constexpr double kWholeLabels = 8; ///< from this highest value on, labels have no decimals
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
        chart.legend()->hide(); // the page has one for all panels
        addAxes();
    }

    void add(const FigureSeries& series, int colour)
    {
        const QColor ink(kColours[static_cast<std::size_t>(colour) % kColours.size()]);
        for (const FigureSeries::Point& point : series.points)
            m_highest = std::max({m_highest, point.y, point.interval ? point.interval->high : point.y});
        // Between the values that the paper prints nothing is known.
        if (!series.isPublished)
            addLine(series, ink);
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
        if (m_highest >= kWholeLabels)
            m_y->setLabelFormat(QStringLiteral("%.0f"));
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

    void attach(QXYSeries* series)
    {
        m_chart.addSeries(series); // takes ownership
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }

    void addLine(const FigureSeries& series, const QColor& ink)
    {
        auto* const line = new QLineSeries;
        line->setPen(QPen(ink, 2));
        for (const FigureSeries::Point& point : series.points)
            line->append(m_places.of(point.x), point.y);
        attach(line);
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
        attach(markers);
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
        attach(bar);
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

/// One legend for all panels of a figure: a line for each name, and the look of published values if there are any.
/// Empty where each panel has one series, which its title names.
class Legend
{
public:
    Legend(const StudyFigure& figure, const std::map<std::string, int>& colours, const Theme& theme, double width)
        : m_theme(theme)
    {
        const bool isNamedByPanel = std::all_of(figure.series.begin(), figure.series.end(),
                                                [](const FigureSeries& series) { return series.panel == series.name; });
        if (isNamedByPanel)
            return;
        std::vector<Entry> entries(colours.size());
        for (const auto& [name, colour] : colours)
            entries[static_cast<std::size_t>(colour)] = {QString::fromStdString(name),
                                                         kColours[static_cast<std::size_t>(colour) % kColours.size()]};
        if (std::any_of(figure.series.begin(), figure.series.end(),
                        [](const auto& series) { return series.isPublished; }))
            entries.push_back({QStringLiteral("printed in the paper"), theme.text.rgb(), true});
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
        m_rows += 1;
    }

    [[nodiscard]] int height() const { return m_rows * kRow; }
    void paint(QPainter& painter, const QPointF& corner) const
    {
        painter.setFont(m_theme.smallFont());
        for (const Entry& entry : m_entries) {
            const QPointF from = corner + entry.place;
            const QPointF to = from + QPointF(kSample, 0);
            const QRectF text(to + QPointF(kGap, -kRow / 2.0), QSizeF(1e4, kRow));
            painter.setPen(QPen(QColor(entry.colour), entry.isPublished ? 1 : 2));
            painter.setBrush(m_theme.surface);
            if (entry.isPublished)
                painter.drawEllipse((from + to) / 2, kMarkerSize / 2, kMarkerSize / 2);
            else
                painter.drawLine(from, to);
            painter.setPen(m_theme.text);
            painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        }
    }

private:
    static constexpr int kRow = 22; ///< px
    static constexpr double kSample = 24;
    static constexpr double kGap = 8;

    struct Entry
    {
        QString name{};
        QRgb colour = 0;
        bool isPublished = false;
        QPointF place{}; ///< middle of the left end
    };
    const Theme& m_theme;
    std::vector<Entry> m_entries;
    int m_rows = 0;
};

/// A series has the same colour in each panel.
std::map<std::string, int> coloursOf(const StudyFigure& figure)
{
    std::map<std::string, int> colours;
    for (const FigureSeries& series : figure.series)
        colours.emplace(series.name, static_cast<int>(colours.size()));
    return colours;
}

/// The charts of a figure, laid out in rows on a scene.
class Page
{
public:
    Page(const StudyFigure& figure, const std::map<std::string, int>& colours, const Theme& theme)
        : m_places(figure)
    {
        for (const std::string& name : panelsOf(figure)) {
            auto* const chart = new QChart; // the scene takes ownership
            m_scene.addItem(chart);
            m_charts.push_back(chart);
            chart->setTitle(QString::fromStdString(name));
            Panel panel(*chart, figure, m_places, theme);
            for (const FigureSeries& series : figure.series) {
                if (series.panel == name)
                    panel.add(series, colours.at(series.name));
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
    const std::map<std::string, int> colours = coloursOf(figure);
    Page content(figure, colours, theme);
    const int panels = kTitleHeight + content.rows() * kPanelHeight;
    FigurePage page = pageFor(paper, panels);
    const Legend legend(figure, colours, theme, page.layout.width());
    page = pageFor(paper, panels + legend.height());
    const QRectF whole(QPointF(), QSizeF(page.layout));
    const QRectF diagrams = whole.adjusted(0, kTitleHeight, 0, -legend.height());
    content.layOut(diagrams);
    const QString title = QString::fromUtf8(figure.title.data(), static_cast<qsizetype>(figure.title.size())) +
                          (figure.isVirtual ? QStringLiteral(" (simulated board)") : QString());
    const auto draw = [&](QPaintDevice& device, double scale, bool /*isVector*/) {
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale * page.scale, scale * page.scale);
        painter.fillRect(whole, theme.surface);
        painter.setFont(theme.strongFont());
        painter.setPen(theme.text);
        painter.drawText(QRectF(whole.topLeft(), QSizeF(whole.width(), kTitleHeight)), Qt::AlignCenter, title);
        content.paint(painter, diagrams);
        legend.paint(painter, diagrams.bottomLeft());
    };
    return writeFigureFile(paper.path, {page.size, paper.dpi, title, theme.surface}, draw);
}

} // namespace stepscope::widgets
