#include "widgets/plots/histogram.h"

#include "widgets/render/plaintip.h"
#include "widgets/tracks/valuetext.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace stepscope::widgets {

namespace {

/// Ticks at round durations; on a logarithmic axis at 1, 2 and 5 of each decade, or fewer if there is no room.
class DurationTicker : public QCPAxisTicker
{
public:
    DurationTicker(bool isLogarithmic, int most)
        : m_isLogarithmic(isLogarithmic)
        , m_most(std::max(most, 2))
    {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override
    {
        ticks = m_isLogarithmic ? logarithmic(range) : linear(range);
        if (subTicks)
            subTicks->clear();
        if (!labels)
            return;
        labels->clear();
        for (const double tick : std::as_const(ticks))
            labels->append(valueText(tick, "s"));
    }

private:
    [[nodiscard]] QVector<double> linear(const QCPRange& range) const
    {
        const double step = niceCeiling(range.size() / m_most);
        QVector<double> ticks;
        for (double tick = std::ceil(range.lower / step) * step; tick <= range.upper; tick += step)
            ticks.append(tick);
        return ticks;
    }
    [[nodiscard]] QVector<double> logarithmic(const QCPRange& range) const
    {
        const int decades = static_cast<int>(std::ceil(std::log10(range.upper / range.lower)));
        const int stride = std::max(1, (decades + m_most - 1) / m_most);
        static const std::array<QVector<double>, 3> kSteps{QVector<double>{1, 2, 5}, {1, 3}, {1}};
        const QVector<double>& steps = kSteps[decades * 3 <= m_most ? 0 : decades * 2 <= m_most ? 1 : 2];
        QVector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        for (int power = first; power <= first + decades + 1; power += stride) {
            for (const double step : steps) {
                const double tick = step * std::pow(10.0, power);
                if (tick >= range.lower && tick <= range.upper)
                    ticks.append(tick);
            }
        }
        return ticks;
    }

    bool m_isLogarithmic;
    int m_most;
};

} // namespace

Histogram::Histogram(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Durations of the instances"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->setNoAntialiasingOnDrag(true);
    m_brush = new QCPItemRect(m_plot);
    m_line = new QCPItemStraightLine(m_plot);
    setTheme(m_theme);
}

void Histogram::setBins(const analysis::DurationBins& bins)
{
    m_bins = bins;
    m_chosen.reset();
    m_reported.reset();
    m_pressed.reset();
    draw();
}

void Histogram::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_plot->setBackground(theme.surface);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(theme.line));
        axis->setTickPen(QPen(theme.line));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.mutedText);
        axis->setTickLabelFont(theme.smallFont());
        axis->grid()->setPen(QPen(theme.grid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->xAxis->grid()->setVisible(false);
    draw();
}

void Histogram::setMark(std::optional<double> seconds)
{
    m_mark = seconds;
    drawMarks();
}

std::optional<DurationRange> Histogram::brushed() const
{
    if (!m_chosen)
        return std::nullopt;
    return DurationRange{m_bins.edges[m_chosen->first], m_bins.edges[m_chosen->last + 1]};
}

void Histogram::clearBrush()
{
    choose(std::nullopt);
    reportChoice();
}

QString Histogram::binText(std::size_t bin) const
{
    const auto all = std::accumulate(m_bins.counts.begin(), m_bins.counts.end(), std::uint64_t{0});
    const std::uint64_t count = m_bins.counts[bin];
    const QString share =
        valueText(static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(all, 1)), "1");
    return tr("%1 to %2: %3 instances, %4")
        .arg(valueText(m_bins.edges[bin], "s"), valueText(m_bins.edges[bin + 1], "s"))
        .arg(count)
        .arg(share);
}

QRect Histogram::binRect(std::size_t bin) const
{
    const QRect room = m_plot->axisRect()->rect();
    const double lowest = m_plot->xAxis->range().lower;
    const double left = m_plot->xAxis->coordToPixel(std::max(m_bins.edges[bin], lowest));
    const double right = m_plot->xAxis->coordToPixel(m_bins.edges[bin + 1]);
    return QRectF(left, room.top(), right - left, room.height()).toRect();
}

QSize Histogram::sizeHint() const
{
    return {320, 160};
}

QSize Histogram::minimumSizeHint() const
{
    return {160, 72};
}

std::optional<std::size_t> Histogram::binAt(QPointF place, bool nearest) const
{
    const QRect room = m_plot->axisRect()->rect();
    if (m_bins.counts.empty() || (!nearest && !room.contains(place.toPoint())))
        return std::nullopt;
    const double x = std::clamp<double>(place.x(), room.left(), room.right());
    const double seconds = m_plot->xAxis->pixelToCoord(x);
    const std::size_t bin = m_bins.binOf(seconds);
    if (bin < m_bins.counts.size())
        return bin;
    if (!nearest)
        return std::nullopt;
    return seconds < m_bins.edges.front() ? 0 : m_bins.counts.size() - 1;
}

bool Histogram::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    const auto ordered = [](std::size_t a, std::size_t b) { return Bins{std::min(a, b), std::max(a, b)}; };
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (mouse->button() != Qt::LeftButton)
            return false;
        setFocus(Qt::MouseFocusReason);
        m_pressed = binAt(mouse->position(), false);
        if (m_pressed)
            choose(Bins{*m_pressed, *m_pressed});
        else
            clearBrush();
        return true;
    case QEvent::MouseMove:
        if (m_pressed) {
            if (const auto bin = binAt(mouse->position(), true))
                choose(ordered(*m_pressed, *bin));
        }
        hover(mouse->position());
        return true;
    case QEvent::MouseButtonRelease:
        if (m_pressed) {
            m_anchor = *m_pressed;
            m_pressed.reset();
            reportChoice();
        }
        return true;
    case QEvent::Leave:
        emit binHovered(QString());
        return false;
    case QEvent::Resize:
        draw();
        return false;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void Histogram::hover(QPointF place)
{
    const auto bin = binAt(place, false);
    const QString text = bin ? binText(*bin) : QString();
    emit binHovered(text);
    QToolTip::showText(m_plot->mapToGlobal(place.toPoint()), plainTip(text), m_plot);
}

void Histogram::keyPressEvent(QKeyEvent* event)
{
    const bool left = event->key() == Qt::Key_Left;
    if (event->key() == Qt::Key_Escape && m_chosen) {
        clearBrush();
        return;
    }
    if ((!left && event->key() != Qt::Key_Right) || m_bins.counts.empty())
        return QWidget::keyPressEvent(event);
    const std::size_t last = m_bins.counts.size() - 1;
    const auto next = [&](std::size_t bin) {
        return left ? bin - std::min<std::size_t>(bin, 1) : std::min(bin + 1, last);
    };
    if (!m_chosen) {
        m_anchor = left ? last : 0;
        choose(Bins{m_anchor, m_anchor});
    } else if (event->modifiers() & Qt::ShiftModifier) {
        const std::size_t end = next(m_chosen->first == m_anchor ? m_chosen->last : m_chosen->first);
        choose(Bins{std::min(m_anchor, end), std::max(m_anchor, end)});
    } else {
        m_anchor = next(left ? m_chosen->first : m_chosen->last);
        choose(Bins{m_anchor, m_anchor});
    }
    reportChoice();
}

void Histogram::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::EnabledChange || event->type() == QEvent::FontChange)
        draw();
}

void Histogram::choose(std::optional<Bins> bins)
{
    if (m_chosen == bins)
        return;
    m_chosen = bins;
    draw();
}

void Histogram::reportChoice()
{
    if (m_reported == m_chosen)
        return;
    m_reported = m_chosen;
    emit brushChanged(brushed());
}

void Histogram::draw()
{
    drawAxes();
    m_plot->clearGraphs();
    const QColor quiet = m_theme.colour({ColorRole::Kind::Series, 0});
    QColor faded = quiet;
    faded.setAlphaF(0.3F);
    // One closed outline per bin: QCPBars have all the same width.
    const double lowest = m_plot->xAxis->range().lower;
    QVector<double> x;
    QVector<double> y;
    const auto flush = [&](const QColor& colour) {
        if (x.isEmpty())
            return;
        QCPGraph* graph = m_plot->addGraph();
        graph->setAdaptiveSampling(false);
        graph->setPen(Qt::NoPen);
        graph->setBrush(colour);
        graph->setAntialiasedFill(false);
        graph->setData(x, y, true);
        x.clear();
        y.clear();
    };
    bool isSelected = true;
    for (std::size_t bin = 0; bin < m_bins.counts.size(); ++bin) {
        const bool chosen = !m_chosen || (bin >= m_chosen->first && bin <= m_chosen->last);
        if (chosen != isSelected)
            flush(isSelected ? quiet : faded);
        isSelected = chosen;
        const double left = std::max(m_bins.edges[bin], lowest);
        const auto count = static_cast<double>(m_bins.counts[bin]);
        x << left << left << m_bins.edges[bin + 1] << m_bins.edges[bin + 1];
        y << 0 << count << count << 0;
    }
    flush(isSelected ? quiet : faded);
    drawMarks();
}

void Histogram::drawAxes()
{
    if (m_bins.counts.empty()) {
        m_plot->xAxis->setTickLabels(false);
        m_plot->yAxis->setTickLabels(false);
        return;
    }
    m_plot->xAxis->setTickLabels(true);
    m_plot->yAxis->setTickLabels(true);
    m_plot->xAxis->setScaleType(m_bins.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const double upper = m_bins.edges.back();
    double lower = m_bins.edges.front();
    if (m_bins.isLogarithmic && lower <= 0) // the bin of zero durations gets the width of its neighbour
        lower = m_bins.edges[1] * m_bins.edges[1] / m_bins.edges[std::min<std::size_t>(2, m_bins.edges.size() - 1)];
    m_plot->xAxis->setRange(lower, upper);
    constexpr int kLabelRoom = 64; // px
    const int most = std::max(m_plot->width() / kLabelRoom, 2);
    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new DurationTicker(m_bins.isLogarithmic, most)));
    const auto highest = static_cast<double>(*std::max_element(m_bins.counts.begin(), m_bins.counts.end()));
    m_plot->yAxis->setRange(0, std::max(highest * 1.06, 1.0));
    QSharedPointer<QCPAxisTickerFixed> counts(new QCPAxisTickerFixed);
    constexpr double kCountTicks = 3;
    counts->setTickStep(std::max(std::round(niceCeiling(highest / kCountTicks)), 1.0));
    m_plot->yAxis->setTicker(counts);
    m_plot->yAxis->setNumberFormat(QStringLiteral("f"));
    m_plot->yAxis->setNumberPrecision(0);
}

void Histogram::drawMarks()
{
    m_brush->setVisible(m_chosen.has_value());
    if (m_chosen) {
        m_brush->setPen(QPen(m_theme.accent));
        m_brush->setBrush(m_theme.selection);
        m_brush->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_brush->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_brush->topLeft->setCoords(std::max(m_bins.edges[m_chosen->first], m_plot->xAxis->range().lower), 0);
        m_brush->bottomRight->setCoords(m_bins.edges[m_chosen->last + 1], 1);
    }
    m_line->setVisible(m_mark.has_value() && !m_bins.counts.empty());
    if (m_mark) {
        m_line->setPen(QPen(m_theme.accent, 1, Qt::DashLine));
        m_line->point1->setCoords(*m_mark, 0);
        m_line->point2->setCoords(*m_mark, 1);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace stepscope::widgets
