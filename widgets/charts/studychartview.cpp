#include "widgets/charts/studychartview.h"

#include "analysis/text/quantitytext.h"
#include "widgets/render/plaintip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace stepscope::widgets {
namespace {

constexpr double kReach = 14; ///< px from a point within which the pointer is on it
constexpr double kRing = 8;   ///< px, radius of the mark

QString textOfView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString number(double value)
{
    return QString::fromStdString(analysis::threeDigitText(value));
}

} // namespace

StudyChartView::StudyChartView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("studyChart"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    rebuild();
}

StudyChartView::~StudyChartView() = default;

void StudyChartView::setFigure(const analysis::StudyFigure& figure)
{
    const bool isSame = figure.name == m_figure.name;
    const auto mark = m_mark;
    m_page.reset(); // refers to the figure
    m_figure = figure;
    m_mark.reset();
    rebuild();
    // A figure that grows while its study is made keeps its mark.
    if (isSame && mark && mark->series < m_figure.series.size() &&
        mark->point < m_figure.series[mark->series].points.size())
        m_mark = mark;
}

void StudyChartView::setTheme(const Theme& theme)
{
    m_theme = theme;
    rebuild();
}

void StudyChartView::rebuild()
{
    m_page = std::make_unique<ChartPage>(m_figure, m_theme);
    m_page->layOut(size());
    m_picture = QPixmap();
    setAccessibleName(tr("Chart: %1").arg(m_page->title()));
    updateGeometry();
    update();
}

QSize StudyChartView::sizeHint() const
{
    constexpr int kWidth = 640;
    return {kWidth, heightForWidth(kWidth)};
}

int StudyChartView::heightForWidth(int width) const
{
    return m_page->neededHeight(width);
}

QPointF StudyChartView::placeOf(const ChartPoint& point) const
{
    return m_page->placeOf(point);
}

QString StudyChartView::textOf(const ChartPoint& point) const
{
    const analysis::FigureSeries& series = m_figure.series.at(point.series);
    const analysis::FigureSeries::Point& value = series.points.at(point.point);
    QString name = QString::fromStdString(series.panel);
    if (series.name != series.panel)
        name += (name.isEmpty() ? QString() : QStringLiteral(", ")) + QString::fromStdString(series.name);
    const QString unit = m_figure.yUnit.empty() ? QString() : QLatin1Char(' ') + textOfView(m_figure.yUnit);
    const QString x = m_figure.isByBatch ? QString::number(value.x) : number(value.x);
    QString text = tr("%1, %2 %3: %4%5")
                       .arg(name, textOfView(m_figure.x),
                            x + (m_figure.xUnit.empty() ? QString() : QStringLiteral(" ") + textOfView(m_figure.xUnit)),
                            number(value.y), unit);
    if (series.isPublished)
        return text + tr(" (printed in the paper)");
    if (value.interval)
        text += tr(" (95 % interval %1 to %2%3, %4 trainings)")
                    .arg(number(value.interval->low), number(value.interval->high), unit)
                    .arg(value.repeats);
    return text;
}

void StudyChartView::setMark(const std::optional<ChartPoint>& mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    setAccessibleDescription(mark ? textOf(*mark) : QString());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void StudyChartView::paintEvent(QPaintEvent* /*event*/)
{
    const double ratio = devicePixelRatioF();
    if (m_picture.isNull() || m_picture.size() != size() * ratio) {
        m_picture = QPixmap(size() * ratio);
        m_picture.setDevicePixelRatio(ratio);
        QPainter painter(&m_picture);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_page->paint(painter);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (m_mark) {
        painter.setPen(QPen(m_theme.accent, 2));
        painter.drawEllipse(m_page->placeOf(*m_mark), kRing, kRing);
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void StudyChartView::resizeEvent(QResizeEvent* event)
{
    m_page->layOut(event->size());
    m_picture = QPixmap();
}

void StudyChartView::mouseMoveEvent(QMouseEvent* event)
{
    const auto point = m_page->pointAt(event->position(), kReach);
    const bool opens = point && !m_figure.series[point->series].points[point->point].cells.empty();
    setCursor(opens ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setMark(point);
    if (point)
        QToolTip::showText(event->globalPosition().toPoint(), plainTip(textOf(*point)), this);
    else
        QToolTip::hideText();
}

void StudyChartView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto point = m_page->pointAt(event->position(), kReach))
        activate(*point);
}

void StudyChartView::leaveEvent(QEvent* /*event*/)
{
    if (!hasFocus())
        setMark(std::nullopt);
}

void StudyChartView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1, 0);
    case Qt::Key_Right:
        return step(1, 0);
    case Qt::Key_Up:
        return step(0, -1);
    case Qt::Key_Down:
        return step(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_mark)
            activate(*m_mark);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool StudyChartView::event(QEvent* event)
{
    if (event->type() == QEvent::FocusOut)
        setMark(std::nullopt);
    return QWidget::event(event);
}

void StudyChartView::activate(const ChartPoint& point)
{
    const analysis::FigureSeries& series = m_figure.series.at(point.series);
    emit activated(series.points.at(point.point).cells, series.study, mapToGlobal(m_page->placeOf(point).toPoint()));
}

/// Moves the mark by points in its series, or by series, and shows its values.
void StudyChartView::step(int points, int series)
{
    if (m_figure.series.empty())
        return;
    ChartPoint next = m_mark.value_or(ChartPoint{});
    if (m_mark) {
        const auto move = [](std::size_t from, int by, std::size_t count) {
            const auto last = static_cast<std::ptrdiff_t>(count) - 1;
            return static_cast<std::size_t>(std::clamp(static_cast<std::ptrdiff_t>(from) + by, std::ptrdiff_t{0},
                                                       std::max(last, std::ptrdiff_t{0})));
        };
        next.series = move(next.series, series, m_figure.series.size());
        next.point = move(next.point, points, m_figure.series[next.series].points.size());
    }
    setMark(next);
    QToolTip::showText(mapToGlobal(m_page->placeOf(next).toPoint()), plainTip(textOf(next)), this);
}

} // namespace stepscope::widgets
