#include "widgets/plots/foldplot.h"

#include "widgets/render/geometrypainter.h"
#include "widgets/render/theme.h"
#include "widgets/tracks/ruler.h"
#include "widgets/tracks/track.h"
#include "widgets/tracks/valuetext.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kRulerHeight = 24;
constexpr int kScaleWidth = 72; ///< px at the left, for the values and the names of lanes
constexpr int kLeastCurve = 72;
constexpr int kMostMarks = 4;
constexpr int kLaneGap = 8;
constexpr double kFoldTickSpacing = 88;
constexpr double kFoldZoomPerNotch = 1.25;
constexpr double kFoldPanPerNotch = 0.1;
constexpr double kLeastBand = 6; ///< px: shorter drags are clicks

std::int64_t toNs(double seconds)
{
    return std::llround(seconds * 1e9);
}

/// A flat waveform has the scale from 0, on which it is a line: on a scale of its range, noise would look like a shape.
void setFlatScale(double lowest, double highest, Geometry& geometry)
{
    if (!(lowest <= highest))
        return;
    geometry.valueMin = std::min(lowest, 0.0);
    geometry.valueMax = highest > 0 ? niceCeiling(highest) : std::max(0.0, geometry.valueMin + 1);
}

/// Begins the scale at 0 unless that takes more than 40 % of the height; else at the round value below the minimum.
void setScale(double lowest, double highest, Geometry& geometry)
{
    if (!(lowest <= highest))
        return;
    const double step = niceCeiling(std::max(highest - lowest, 1e-3 * std::abs(highest)) / 2);
    const bool isFromZero = lowest >= 0 && lowest < 0.4 * highest;
    geometry.valueMin = isFromZero ? 0 : std::floor(lowest / step) * step;
    geometry.valueMax = isFromZero ? niceCeiling(highest) : std::ceil(highest / step) * step;
    if (!(geometry.valueMax > geometry.valueMin))
        geometry.valueMax = geometry.valueMin + 1;
}

int depthsOf(const FoldPicture::Lane& lane)
{
    int most = 0;
    for (const FoldPicture::Op& op : lane.ops)
        most = std::max<int>(most, op.depth);
    return most + 1;
}

} // namespace

FoldPlot::FoldPlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Folded waveform and ops of the mean step"));
    connect(&m_axis, &TimeAxis::shownChanged, this, qOverload<>(&QWidget::update));
}

void FoldPlot::setPicture(FoldPicture picture)
{
    const bool isOther = toNs(picture.stepSeconds) != toNs(m_picture.stepSeconds);
    m_picture = std::move(picture);
    if (isOther)
        m_axis.reset({0, std::max<std::int64_t>(toNs(m_picture.stepSeconds), TimeAxis::kShortestRange)});
    update();
}

void FoldPlot::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

QSize FoldPlot::sizeHint() const
{
    return {640, 240};
}

QSize FoldPlot::minimumSizeHint() const
{
    return {240, kRulerHeight + kLeastCurve + 2 * kDepthHeight};
}

int FoldPlot::wholeOpsHeight() const
{
    int height = 0;
    for (const FoldPicture::Lane& lane : m_picture.lanes)
        height += depthsOf(lane) * kDepthHeight + kLaneGap;
    return height;
}

int FoldPlot::wholeHeight() const
{
    constexpr int kGoodCurve = 224;
    return kRulerHeight + std::max(wholeOpsHeight(), kGoodCurve) + wholeOpsHeight();
}

void FoldPlot::scrollOps(int pixels)
{
    m_scrolled = std::clamp(m_scrolled + pixels, 0, std::max(wholeOpsHeight() - static_cast<int>(opsHeight()), 0));
    update();
}

double FoldPlot::opsHeight() const
{
    const int height = wholeOpsHeight();
    const int room = (this->height() - kRulerHeight) / 2;
    return std::clamp(std::min(height, room), 0, std::max(this->height() - kRulerHeight - kLeastCurve, 0));
}

QRectF FoldPlot::curveArea() const
{
    return {kScaleWidth, kRulerHeight, std::max(width() - kScaleWidth, 1) * 1.0,
            std::max(height() - kRulerHeight - opsHeight(), 1.0)};
}

QRectF FoldPlot::opsArea() const
{
    return {kScaleWidth, height() - opsHeight(), std::max(width() - kScaleWidth, 1) * 1.0, opsHeight()};
}

Viewport FoldPlot::viewport(QRectF area) const
{
    const double columns = m_columnsPerPx > 0 ? m_columnsPerPx : devicePixelRatioF();
    return {m_axis.shown(), area.width(), area.height(),
            std::max(1, static_cast<int>(std::ceil(area.width() * columns)))};
}

std::int64_t FoldPlot::timeUnder(double x) const
{
    return widgets::timeAt(x - curveArea().left(), viewport(curveArea()));
}

/// True if one value lies in the band of all bins: the waveform differs from a constant by no more than its error.
bool FoldPlot::isFlat() const
{
    if (m_picture.value.empty())
        return false;
    const double highestLow = *std::max_element(m_picture.low.begin(), m_picture.low.end());
    const double lowestHigh = *std::min_element(m_picture.high.begin(), m_picture.high.end());
    return highestLow <= lowestHigh;
}

Geometry FoldPlot::curve() const
{
    Geometry geometry;
    const Viewport port = viewport(curveArea());
    // Scale by the waveform and single steps only: with few samples, the band may be very wide.
    double highest = -INFINITY;
    double lowest = INFINITY;
    const auto see = [&](double value) {
        highest = std::max(highest, value);
        lowest = std::min(lowest, value);
    };
    std::for_each(m_picture.value.begin(), m_picture.value.end(), see);
    for (const FoldPicture::Line& line : m_picture.lines)
        std::for_each(line.points.begin(), line.points.end(), [&see](const QPointF& point) { see(point.y()); });
    isFlat() ? setFlatScale(lowest, highest, geometry) : setScale(lowest, highest, geometry);
    for (const ScaleMark& mark : scaleMarks(geometry.valueMin, geometry.valueMax, kMostMarks, m_picture.unit))
        geometry.levels.push_back({mark.value, mark.text});
    for (const FoldPicture::Line& line : m_picture.lines) {
        Series series{line.isHighlighted ? ColorRole{ColorRole::Kind::Severity, 1}
                                         : ColorRole{ColorRole::Kind::Neutral, 0},
                      false,
                      false,
                      {},
                      {}};
        auto& points = series.lines.emplace_back();
        for (const QPointF& point : line.points)
            points.push_back({pixelOf(toNs(point.x()), port), point.y()});
        if (points.empty())
            series.lines.clear();
        geometry.series.push_back(std::move(series));
    }
    Series series{m_picture.color, false, false, {}, {}};
    const auto bins = static_cast<double>(m_picture.value.size());
    for (int column = 0; column < port.columns && bins > 0 && m_picture.stepSeconds > 0; ++column) {
        const trace::TimeRange time = columnRange(column, port);
        const double perSecond = bins / m_picture.stepSeconds;
        const double first = std::floor(static_cast<double>(time.begin) * 1e-9 * perSecond);
        const double last = std::ceil(static_cast<double>(time.end) * 1e-9 * perSecond);
        if (last <= 0 || first >= bins)
            continue;
        const auto begin = static_cast<std::size_t>(std::max(first, 0.0));
        const auto end = std::clamp(static_cast<std::size_t>(std::min(last, bins)), begin + 1, m_picture.value.size());
        Column shown{column, INFINITY, -INFINITY, 0, !series.columns.empty()};
        for (std::size_t bin = begin; bin < end; ++bin) {
            shown.min = std::min(shown.min, std::max(m_picture.low[bin], geometry.valueMin));
            shown.max = std::max(shown.max, std::min(m_picture.high[bin], geometry.valueMax));
            shown.mean += m_picture.value[bin] / static_cast<double>(end - begin);
        }
        series.columns.push_back(shown);
    }
    geometry.series.push_back(std::move(series));
    return geometry;
}

Geometry FoldPlot::ops() const
{
    Geometry geometry;
    const Viewport port = viewport(opsArea());
    double top = kLaneGap / 2.0 - m_scrolled;
    for (const FoldPicture::Lane& lane : m_picture.lanes) {
        const int depths = depthsOf(lane);
        std::vector<double> filled(static_cast<std::size_t>(depths), -1); // right end of the boxes of each depth
        for (const FoldPicture::Op& op : lane.ops) {
            const double left = pixelOf(toNs(op.begin), port);
            const double right = std::max(pixelOf(toNs(op.end), port), left + 1);
            double& until = filled[op.depth];
            if (right < 0 || left > port.width || right <= until)
                continue; // outside the viewport, or covered by a box
            until = right;
            Box box;
            box.x0 = left;
            box.x1 = right;
            box.y0 = top + op.depth * kDepthHeight;
            box.y1 = box.y0 + kDepthHeight - 1;
            box.color = opColor(op.name);
            box.op = op.op;
            box.label = op.name;
            geometry.boxes.push_back(box);
        }
        top += depths * kDepthHeight + kLaneGap;
    }
    return geometry;
}

QString FoldPlot::textAt(QPointF place) const
{
    const double seconds = static_cast<double>(timeUnder(place.x())) * 1e-9;
    if (m_picture.value.empty() || seconds < 0 || seconds >= m_picture.stepSeconds || place.x() < kScaleWidth)
        return {};
    const auto bins = static_cast<double>(m_picture.value.size());
    const auto bin =
        std::min(static_cast<std::size_t>(seconds / m_picture.stepSeconds * bins), m_picture.value.size() - 1);
    QString text =
        tr("%1:  %2  (%3 to %4)")
            .arg(durationText(toNs(seconds)), valueText(m_picture.value[bin], m_picture.unit),
                 valueText(m_picture.low[bin], m_picture.unit), valueText(m_picture.high[bin], m_picture.unit));
    const Geometry boxes = ops();
    if (const Box* box = boxAt(boxes, place.x() - opsArea().left(), place.y() - opsArea().top(), 1))
        text += QStringLiteral("  ") + QString::fromUtf8(box->label.data(), static_cast<qsizetype>(box->label.size()));
    return text;
}

void FoldPlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paint(painter);
    if (!m_picture.value.empty())
        paintPointer(painter);
}

void FoldPlot::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRectF(0, 0, kScaleWidth, height()), m_theme.header);
    painter.fillRect(QRectF(0, 0, width(), kRulerHeight), m_theme.header);
    if (m_picture.value.empty())
        return paintPlaceholder(painter);
    paintRuler(painter);
    const SpanPalette colors(m_theme);
    Geometry geometry = curve();
    painter.save();
    painter.setClipRect(curveArea());
    const std::vector<Level> levels = std::exchange(geometry.levels, {});
    GeometryPainter{m_theme, colors, viewport(curveArea()), curveArea().topLeft()}.paint(painter, geometry);
    geometry.levels = levels;
    painter.setClipRect(opsArea());
    painter.setRenderHint(QPainter::Antialiasing, false);
    GeometryPainter{m_theme, colors, viewport(opsArea()), opsArea().topLeft()}.paint(painter, ops());
    painter.restore();
    paintScale(painter, geometry);
    if (isFlat()) {
        painter.setFont(m_theme.font());
        painter.setPen(m_theme.mutedText);
        painter.drawText(curveArea().adjusted(0, 8, 0, 0), Qt::AlignHCenter | Qt::AlignTop, tr("nothing repeats here"));
    }
}

void FoldPlot::paintRuler(QPainter& painter) const
{
    const Viewport port = viewport(curveArea());
    const Ruler ruler = makeRuler(port, 0, kFoldTickSpacing);
    painter.setFont(m_theme.smallFont());
    const QFontMetrics metrics(painter.font());
    for (const Tick& tick : ruler.ticks) {
        const double x = std::round(curveArea().left() + pixelOf(tick.time, port)) + 0.5;
        painter.setPen(m_theme.grid);
        painter.drawLine(QPointF(x, kRulerHeight), QPointF(x, height()));
        painter.setPen(m_theme.line);
        painter.drawLine(QPointF(x, kRulerHeight - 6), QPointF(x, kRulerHeight));
        painter.setPen(m_theme.mutedText);
        const double room = metrics.horizontalAdvance(tick.label);
        if (x + 4 + room < width())
            painter.drawText(QPointF(x + 4, kRulerHeight - 8), tick.label);
    }
    painter.setPen(m_theme.line);
    painter.drawLine(QPointF(0, kRulerHeight - 0.5), QPointF(width(), kRulerHeight - 0.5));
    painter.drawLine(QPointF(kScaleWidth - 0.5, 0), QPointF(kScaleWidth - 0.5, height()));
    if (opsHeight() > 0)
        painter.drawLine(QPointF(0, opsArea().top() - 0.5), QPointF(width(), opsArea().top() - 0.5));
}

void FoldPlot::paintScale(QPainter& painter, const Geometry& geometry) const
{
    painter.setFont(m_theme.smallFont());
    const QFontMetrics metrics(painter.font());
    const QRectF area = curveArea();
    for (const Level& level : geometry.levels) {
        const double y = area.top() + yOf(level.value, geometry, area.height());
        painter.setPen(QPen(mixed(m_theme.surface, m_theme.mutedText, 0.28), 1, Qt::DotLine));
        painter.drawLine(QPointF(area.left(), std::round(y) + 0.5), QPointF(area.right(), std::round(y) + 0.5));
        painter.setPen(m_theme.mutedText);
        const double top = std::clamp(y - metrics.height() / 2.0, area.top(), area.bottom() - metrics.height());
        painter.drawText(QRectF(0, top, kScaleWidth - 8, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         level.text);
    }
    double top = opsArea().top() + kLaneGap / 2.0 - m_scrolled;
    painter.setPen(m_theme.mutedText);
    painter.setClipRect(QRectF(0, opsArea().top(), kScaleWidth, opsArea().height()));
    for (const FoldPicture::Lane& lane : m_picture.lanes) {
        painter.drawText(QRectF(8, top, kScaleWidth - 16, kDepthHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(lane.name, Qt::ElideRight, kScaleWidth - 16));
        top += depthsOf(lane) * kDepthHeight + kLaneGap;
    }
    painter.setClipping(false);
}

void FoldPlot::paintPointer(QPainter& painter) const
{
    if (m_drag == Drag::Zoom) {
        const double left = std::min(m_pressedAt.x(), m_lastAt.x());
        painter.fillRect(QRectF(left, kRulerHeight, std::abs(m_lastAt.x() - m_pressedAt.x()), height() - kRulerHeight),
                         m_theme.selection);
    }
    const QString text = m_pointer ? textAt(*m_pointer) : QString();
    if (text.isEmpty())
        return;
    const double x = std::round(m_pointer->x()) + 0.5;
    painter.setPen(m_theme.cursor);
    painter.drawLine(QPointF(x, kRulerHeight), QPointF(x, height()));
    painter.setFont(m_theme.smallFont());
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 16;
    const double left = std::min(std::max(x + 8, 1.0 * kScaleWidth), std::max(width() - wide, 1.0 * kScaleWidth));
    const QRectF place(left, kRulerHeight + 4, wide, QFontMetricsF(painter.font()).height() + 6);
    painter.setPen(m_theme.line);
    painter.setBrush(m_theme.header);
    painter.drawRect(place);
    painter.setPen(m_theme.text);
    painter.drawText(place, Qt::AlignCenter, text);
}

void FoldPlot::paintPlaceholder(QPainter& painter) const
{
    painter.setFont(m_theme.font());
    painter.setPen(m_theme.mutedText);
    painter.drawText(QRectF(rect()).adjusted(kScaleWidth + 8, kRulerHeight, -8, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     m_picture.title);
}

void FoldPlot::wheelEvent(QWheelEvent* event)
{
    const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        scrollOps(static_cast<int>(-notches * 2 * kDepthHeight));
    else if (event->modifiers() & Qt::ShiftModifier)
        m_axis.panBy(-notches * kFoldPanPerNotch);
    else
        m_axis.zoomBy(std::pow(kFoldZoomPerNotch, notches), timeUnder(event->position().x()));
    event->accept();
}

void FoldPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = m_lastAt = event->position();
    const bool zooms = event->button() == Qt::RightButton ||
                       (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier));
    m_drag = zooms ? Drag::Zoom : Drag::Move;
}

void FoldPlot::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (m_drag == Drag::Move)
        m_axis.panBy((m_lastAt.x() - event->position().x()) / curveArea().width(), TimeAxis::Motion::Immediate);
    m_lastAt = event->position();
    update();
}

void FoldPlot::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Zoom && std::abs(event->position().x() - m_pressedAt.x()) >= kLeastBand) {
        const auto [begin, end] = std::minmax({timeUnder(m_pressedAt.x()), timeUnder(event->position().x())});
        m_axis.zoomTo({begin, end});
    }
    update();
}

void FoldPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Geometry boxes = ops();
    const QPointF place = event->position() - opsArea().topLeft();
    const Box* box = boxAt(boxes, place.x(), place.y(), 2);
    if (box == nullptr)
        return m_axis.showAll();
    const Viewport port = viewport(opsArea());
    const std::int64_t begin = widgets::timeAt(box->x0, port);
    const std::int64_t end = widgets::timeAt(box->x1, port);
    m_axis.zoomTo({begin - (end - begin) / 8, end + (end - begin) / 8});
}

void FoldPlot::keyPressEvent(QKeyEvent* event)
{
    const trace::TimeRange range = m_axis.range();
    const std::int64_t anchor = m_pointer ? timeUnder(m_pointer->x()) : range.begin + range.duration() / 2;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return m_axis.zoomBy(kFoldZoomPerNotch * kFoldZoomPerNotch, anchor);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return m_axis.zoomBy(1 / (kFoldZoomPerNotch * kFoldZoomPerNotch), anchor);
    case Qt::Key_A:
    case Qt::Key_Left:
        return m_axis.panBy(-kFoldPanPerNotch);
    case Qt::Key_D:
    case Qt::Key_Right:
        return m_axis.panBy(kFoldPanPerNotch);
    case Qt::Key_Up:
        return scrollOps(-kDepthHeight);
    case Qt::Key_Down:
        return scrollOps(kDepthHeight);
    case Qt::Key_Home:
    case Qt::Key_0:
        return m_axis.showAll();
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        return m_axis.back();
    default:
        QWidget::keyPressEvent(event);
    }
}

void FoldPlot::leaveEvent(QEvent* event)
{
    m_pointer.reset();
    update();
    QWidget::leaveEvent(event);
}

} // namespace stepscope::widgets
