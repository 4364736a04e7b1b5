#include "widgets/charts/chartpage.h"

#include "widgets/charts/chartlegend.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stepscope::widgets {
namespace {

using analysis::FigureSeries;
using analysis::StudyFigure;

constexpr int kPanelHeight = 220; ///< px
constexpr int kTitleHeight = 30;  ///< px, of a title of one line
constexpr int kTitleMargin = 6;   ///< px, on each side of a title
constexpr int kTitleFlags = Qt::AlignCenter | Qt::TextWordWrap;
constexpr double kWholeLabels = 8;     ///< from this highest value on, labels have no decimals
constexpr double kWhole = 100;         ///< %
constexpr double kMarkerMargin = 0.02; ///< of an axis of numbers: the first and the last marker are whole
/// Points beyond which a line has no markers.
constexpr std::size_t kMostMarkers = 40;

/// 1, 2 or 5 times a power of ten, for about four labels.
double niceInterval(double range)
{
    constexpr double kLabels = 4;
    const double wanted = std::max(range, 1e-9) / kLabels;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= wanted)
            return factor * power;
    }
    return 10 * power;
}

int decimalsOf(double interval)
{
    return std::max(0, static_cast<int>(std::ceil(-std::log10(interval) - 1e-9)));
}

QString axisTitle(std::string_view name, std::string_view unit)
{
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return unit.empty() ? text
                        : text + QStringLiteral(" (") +
                              QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())) + QLatin1Char(')');
}

} // namespace

// Named, since ChartPage::Parts, which is visible in the header, has members of these types.
namespace chartparts {

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

    /// `shift`: of all points along x. Returns a series of Qt Charts that maps values to places.
    QXYSeries* add(const FigureSeries& series, int colour, double shift)
    {
        m_shift = shift;
        const QColor ink = inkOf(colour, m_theme);
        for (const FigureSeries::Point& point : series.points) {
            m_highest = std::max({m_highest, point.y, point.interval ? drawn(*point.interval).high : point.y});
            m_lowest = std::min({m_lowest, point.y, point.interval ? drawn(*point.interval).low : point.y});
        }
        // Between the values that the paper prints nothing is known.
        if (!series.isPublished)
            addLine(series, ink);
        if (series.points.size() <= kMostMarkers)
            addMarkers(series, colour, ink);
        for (const FigureSeries::Point& point : series.points) {
            if (point.interval)
                addBar(m_places.of(point.x) + m_shift, drawn(*point.interval), ink);
        }
        return m_last;
    }

    void finish()
    {
        if (!m_figure.startsAtZero && m_highest > m_lowest)
            return showRange();
        const bool isPercent = m_figure.yUnit == "%" && m_highest <= kWhole;
        if (isPercent) {
            m_y->setRange(0, 105); // a marker at 100 % is drawn whole
            m_y->setTickType(QValueAxis::TicksDynamic);
            m_y->setTickAnchor(0);
            m_y->setTickInterval(25);
        } else {
            m_y->setRange(0, m_highest > 0 ? m_highest * 1.05 : 1);
        }
        if (isPercent || m_highest >= kWholeLabels)
            m_y->setLabelFormat(QStringLiteral("%.0f"));
        if (!isPercent)
            m_y->applyNiceNumbers();
    }

private:
    /// From the tick below the lowest value to the one above the highest.
    void showRange()
    {
        const double interval = niceInterval(m_highest - m_lowest);
        m_y->setRange(std::floor(m_lowest / interval) * interval, std::ceil(m_highest / interval) * interval);
        m_y->setTickType(QValueAxis::TicksDynamic);
        m_y->setTickAnchor(0);
        m_y->setTickInterval(interval);
        m_y->setLabelFormat(QStringLiteral("%.%1f").arg(decimalsOf(interval)));
    }

    /// The part of an interval that the quantity can have: Student's interval of two repeats knows no limits, and that
    /// of a share may end far above 100 %.
    [[nodiscard]] analysis::Interval drawn(const analysis::Interval& interval) const
    {
        const bool isShare = m_figure.yUnit == "%";
        return {std::max(interval.low, 0.0), isShare ? std::min(interval.high, kWhole) : interval.high};
    }

    [[nodiscard]] bool hasMarkers() const
    {
        return std::any_of(m_figure.series.begin(), m_figure.series.end(),
                           [](const FigureSeries& series) { return series.points.size() <= kMostMarkers; });
    }

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
            axis->setRange(-0.4, static_cast<double>(values.size()) - 0.6); // series and markers beside the value fit
            m_x = axis;
        } else {
            auto* const axis = new QValueAxis;
            const double begin = values.empty() ? 0 : values.front();
            const double end = values.empty() ? 1 : values.back();
            const double interval = niceInterval(end - begin);
            const double margin = hasMarkers() ? kMarkerMargin * (end - begin) : 0;
            axis->setRange(begin - margin, end + margin);
            axis->setTickType(QValueAxis::TicksDynamic);
            axis->setTickAnchor(0);
            axis->setTickInterval(interval);
            axis->setLabelFormat(QStringLiteral("%.%1f").arg(decimalsOf(interval)));
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
        m_last = series;
    }

    void addLine(const FigureSeries& series, const QColor& ink)
    {
        auto* const line = new QLineSeries;
        line->setPen(QPen(ink, 2));
        for (const FigureSeries::Point& point : series.points)
            line->append(m_places.of(point.x) + m_shift, point.y);
        attach(line);
    }

    void addMarkers(const FigureSeries& series, int colour, const QColor& ink)
    {
        auto* const markers = new QScatterSeries;
        markers->setMarkerShape(markerOf(colour));
        markers->setMarkerSize(series.isPublished ? kPublishedMarkerSize : kMarkerSize);
        markers->setBorderColor(ink);
        markers->setColor(series.isPublished ? QColor(Qt::transparent) : ink);
        for (const FigureSeries::Point& point : series.points)
            markers->append(m_places.of(point.x) + m_shift, point.y);
        attach(markers);
    }

    void addBar(double x, const analysis::Interval& interval, const QColor& ink)
    {
        constexpr double kCap = 0.03;
        auto* const bar = new QLineSeries;
        bar->setPen(QPen(ink, 1));
        for (const QPointF& point :
             {QPointF(x - kCap, interval.low), QPointF(x + kCap, interval.low), QPointF(x, interval.low),
              QPointF(x, interval.high), QPointF(x - kCap, interval.high), QPointF(x + kCap, interval.high)})
            bar->append(point);
        attach(bar);
    }

    QChart& m_chart;
    const StudyFigure& m_figure;
    const Places& m_places;
    const Theme& m_theme;
    QAbstractAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    QXYSeries* m_last = nullptr;
    double m_highest = 0;
    double m_lowest = INFINITY;
    double m_shift = 0;
};

} // namespace chartparts

namespace {

std::vector<std::string> panelsOf(const StudyFigure& figure)
{
    std::vector<std::string> panels;
    for (const FigureSeries& series : figure.series) {
        if (std::find(panels.begin(), panels.end(), series.panel) == panels.end())
            panels.push_back(series.panel);
    }
    return panels;
}

/// A series has the same colour in each panel.
std::map<std::string, int> coloursOf(const StudyFigure& figure)
{
    std::map<std::string, int> colours;
    for (const FigureSeries& series : figure.series)
        colours.emplace(series.name, static_cast<int>(colours.size()));
    return colours;
}

/// Panels side by side: fewer on a narrow page, such as one column of a paper.
int columnsFor(std::size_t panels, double width)
{
    constexpr int kMost = 3;
    constexpr double kLeastWidth = 180; // px of a panel
    const int wanted = panels == 4 ? 2 : std::clamp(static_cast<int>(panels), 1, kMost);
    return std::clamp(static_cast<int>(width / kLeastWidth), 1, wanted);
}

} // namespace

using chartparts::Panel;
using chartparts::Places;

struct ChartPage::Parts
{
    Parts(const StudyFigure& shown, const Theme& look)
        : figure(shown)
        , theme(look)
        , places(shown)
        , colours(coloursOf(shown))
    {}

    /// Series of a figure by batch size lie side by side, so that their bars do not cover each other.
    [[nodiscard]] double shiftOf(const FigureSeries& series) const
    {
        constexpr double kMost = 0.07; // of the distance of two batch sizes
        constexpr double kRoom = 0.4;
        const auto count = static_cast<double>(colours.size());
        const double step = std::min(kMost, kRoom / count);
        return figure.isByBatch ? (colours.at(series.name) - (count - 1) / 2) * step : 0;
    }
    [[nodiscard]] int columns(double width) const { return columnsFor(charts.size(), width); }
    [[nodiscard]] int rows(double width) const
    {
        return (static_cast<int>(charts.size()) + columns(width) - 1) / columns(width);
    }
    [[nodiscard]] ChartLegend legend(double width) const { return {figure, colours, theme, width}; }
    /// The title has several lines where the page is narrow.
    [[nodiscard]] int titleHeight(double width, const QString& title) const
    {
        const QFontMetricsF metrics(theme.strongFont());
        const QRectF room(0, 0, width - 2 * kTitleMargin, 1e4);
        const double height = metrics.boundingRect(room, kTitleFlags, title).height();
        return kTitleHeight + static_cast<int>(std::ceil(std::max(height - metrics.height(), 0.0)));
    }
    [[nodiscard]] QRectF diagrams(const QString& title) const
    {
        return QRectF(QPointF(), size).adjusted(0, titleHeight(size.width(), title), 0, -legend(size.width()).height());
    }

    const StudyFigure& figure;
    Theme theme;
    Places places;
    std::map<std::string, int> colours;
    QGraphicsScene scene;
    std::vector<QChart*> charts;
    std::vector<std::pair<QChart*, QXYSeries*>> drawn; ///< by series of the figure
    QSizeF size;
};

ChartPage::ChartPage(const StudyFigure& figure, const Theme& theme)
    : m_parts(std::make_unique<Parts>(figure, theme))
{
    m_parts->drawn.resize(figure.series.size());
    for (const std::string& name : panelsOf(figure)) {
        auto* const chart = new QChart; // the scene takes ownership
        m_parts->scene.addItem(chart);
        m_parts->charts.push_back(chart);
        if (!name.empty()) // else the figure is one panel, which its title describes
            chart->setTitle(QString::fromStdString(name).toHtmlEscaped());
        Panel panel(*chart, m_parts->figure, m_parts->places, m_parts->theme);
        for (std::size_t i = 0; i < figure.series.size(); ++i) {
            if (figure.series[i].panel == name)
                m_parts->drawn[i] = {chart, panel.add(figure.series[i], m_parts->colours.at(figure.series[i].name),
                                                      m_parts->shiftOf(figure.series[i]))};
        }
        panel.finish();
    }
}

ChartPage::~ChartPage() = default;

int ChartPage::neededHeight(double width) const
{
    return m_parts->titleHeight(width, title()) + m_parts->rows(width) * kPanelHeight + m_parts->legend(width).height();
}

void ChartPage::layOut(const QSizeF& size)
{
    m_parts->size = size;
    const QRectF area = m_parts->diagrams(title());
    const int columns = m_parts->columns(size.width());
    const QSizeF panel(area.width() / columns, area.height() / m_parts->rows(size.width()));
    for (std::size_t i = 0; i < m_parts->charts.size(); ++i) {
        const auto index = static_cast<int>(i);
        QChart* const chart = m_parts->charts[i];
        chart->setGeometry(
            QRectF(area.topLeft() + QPointF(index % columns * panel.width(), index / columns * panel.height()), panel));
        chart->layout()->activate(); // places of points are asked for before the first paint
    }
    m_parts->scene.setSceneRect(area);
}

void ChartPage::paint(QPainter& painter)
{
    const QRectF whole(QPointF(), m_parts->size);
    const QRectF area = m_parts->diagrams(title());
    painter.fillRect(whole, m_parts->theme.surface);
    painter.setFont(m_parts->theme.strongFont());
    painter.setPen(m_parts->theme.text);
    painter.drawText(QRectF(kTitleMargin, 0, whole.width() - 2 * kTitleMargin, area.top()), kTitleFlags, title());
    m_parts->scene.render(&painter, area, area, Qt::IgnoreAspectRatio);
    m_parts->legend(whole.width()).paint(painter, area.bottomLeft());
}

QPointF ChartPage::placeOf(const ChartPoint& point) const
{
    const auto& [chart, series] = m_parts->drawn.at(point.series);
    const FigureSeries::Point& value = m_parts->figure.series[point.series].points.at(point.point);
    const double x = m_parts->places.of(value.x) + m_parts->shiftOf(m_parts->figure.series[point.series]);
    return chart->mapToScene(chart->mapToPosition({x, value.y}, series));
}

std::optional<ChartPoint> ChartPage::pointAt(const QPointF& place, double within) const
{
    std::optional<ChartPoint> nearest;
    double least = within;
    for (std::size_t i = 0; i < m_parts->drawn.size(); ++i) {
        if (!m_parts->drawn[i].first->geometry().contains(place))
            continue;
        for (std::size_t k = 0; k < m_parts->figure.series[i].points.size(); ++k) {
            const QPointF away = placeOf({i, k}) - place;
            const double distance = std::hypot(away.x(), away.y());
            if (distance <= least) {
                least = distance;
                nearest = ChartPoint{i, k};
            }
        }
    }
    return nearest;
}

QRectF ChartPage::panelOf(std::size_t series) const
{
    return m_parts->drawn.at(series).first->geometry();
}

QString ChartPage::title() const
{
    const StudyFigure& figure = m_parts->figure;
    QStringList facts;
    if (figure.isVirtual)
        facts << QStringLiteral("simulated board");
    if (figure.hasGeneratedData)
        facts << QStringLiteral("generated images");
    return QString::fromUtf8(figure.title.data(), static_cast<qsizetype>(figure.title.size())) +
           (facts.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(facts.join(QStringLiteral(", "))));
}

} // namespace stepscope::widgets
