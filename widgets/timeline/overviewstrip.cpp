#include "widgets/timeline/overviewstrip.h"

#include "widgets/render/rasterpainter.h"
#include "widgets/render/rastersurface.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/tracks/curve.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kHeight = 40;
constexpr int kBusyHeight = 6;   ///< px of the lane at the bottom of the strip
constexpr double kGripReach = 5; ///< px around an edge of the window that grip it
constexpr double kNarrowest = 8;

/// The channel of the strip: the power of the board, or else the load of the GPU, or else of a core.
std::size_t mainChannel(const trace::TraceView& view)
{
    const auto& channels = view.channels();
    for (const std::string_view quantity : {"rail.power", "gpu.utilization", "cpu.utilization"}) {
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const trace::Channel& channel = channels[i].info();
            if (channel.quantity == quantity && channel.parent.empty() && channels[i].size() > 0)
                return i;
        }
    }
    return kNoIndex;
}

} // namespace

OverviewStrip::OverviewStrip(const Scene& scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(scene)
{
    setObjectName(QStringLiteral("overview"));
    setAccessibleName(tr("Overview of the recording"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setFixedHeight(kHeight);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(scene.axis, &TimeAxis::rangeChanged, this, [this] { update(); });
    connect(scene.axis, &TimeAxis::extentChanged, this, &OverviewStrip::refresh);
}

void OverviewStrip::setRightMargin(int pixels)
{
    if (pixels == m_rightMargin)
        return;
    m_rightMargin = pixels;
    refresh();
}

void OverviewStrip::refresh()
{
    m_isOutdated = true;
    update();
}

QSize OverviewStrip::sizeHint() const
{
    return {1200, kHeight};
}

QRect OverviewStrip::dataRect() const
{
    const int right = m_scene.valueWidth + m_rightMargin;
    return {TimelineCanvas::kLabelWidth, 0, std::max(1, width() - TimelineCanvas::kLabelWidth - right), height() - 1};
}

Viewport OverviewStrip::viewport() const
{
    const QRect strip = dataRect();
    const int columns = std::max(1, static_cast<int>(std::lround(strip.width() * devicePixelRatioF())));
    return {m_scene.axis->extent(), static_cast<double>(strip.width()), static_cast<double>(strip.height()), columns};
}

std::int64_t OverviewStrip::timeUnder(double x) const
{
    const QRect strip = dataRect();
    return timeAt(std::clamp(x - strip.left(), 0.0, static_cast<double>(strip.width())), viewport());
}

QRectF OverviewStrip::windowRect() const
{
    const QRect strip = dataRect();
    const trace::TimeRange range = m_scene.axis->range();
    const double left = std::clamp(pixelOf(range.begin, viewport()), 0.0, static_cast<double>(strip.width()));
    const double right = std::clamp(pixelOf(range.end, viewport()), 0.0, static_cast<double>(strip.width()));
    // At a high zoom, the true width would be too narrow to see and to grip.
    const double width = std::max(right - left, kNarrowest);
    const double begin = std::clamp((left + right - width) / 2, 0.0, std::max(0.0, strip.width() - width));
    return {strip.left() + begin, 0, width, static_cast<double>(strip.height())};
}

OverviewStrip::Grip OverviewStrip::gripAt(double x) const
{
    const QRect strip = dataRect();
    const QRectF window = windowRect();
    if (x < strip.left() - kGripReach || x > strip.right() + kGripReach)
        return Grip::None;
    if (window.width() > 2 * kGripReach && std::abs(x - window.left()) <= kGripReach)
        return Grip::Begin;
    if (window.width() > 2 * kGripReach && std::abs(x - window.right()) <= kGripReach)
        return Grip::End;
    return x >= window.left() && x <= window.right() ? Grip::Middle : Grip::Outside;
}

void OverviewStrip::drawPicture()
{
    m_isOutdated = false;
    const Viewport whole = viewport();
    m_picture = QImage(whole.columns, std::max(1, static_cast<int>(std::ceil(whole.height * devicePixelRatioF()))),
                       QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(m_scene.theme.surface);
    if (!m_scene.view.hasHeader())
        return;
    RasterColors colors;
    colors.use(m_scene.theme, devicePixelRatioF());
    const auto paint = [&](const Geometry& geometry, int top, double height) {
        Viewport place = whole;
        place.height = height;
        RasterSurface surface(m_picture, {0, static_cast<int>(std::lround(top * devicePixelRatioF()))},
                              m_picture.rect(), place);
        RasterPainter(surface, colors, height, 0).paint(geometry);
    };
    if (const std::size_t channel = mainChannel(m_scene.view); channel != kNoIndex) {
        const Curve curve(m_scene.view.channels()[channel]);
        Geometry geometry;
        geometry.valueMin = std::min(0.0, curve.extent().first);
        geometry.valueMax = std::max(curve.extent().second, geometry.valueMin + 1e-12);
        Series& series = geometry.series.emplace_back();
        series.color = m_scene.view.channels()[channel].info().quantity == "rail.power"
                           ? railColor("system")
                           : ColorRole{ColorRole::Kind::Gpu, 0};
        series.filled = true;
        curve.trace(whole, series);
        paint(geometry, 0, whole.height - kBusyHeight);
    }
    for (const Rows::Row& row : m_scene.rows.all()) {
        const std::size_t lane = row.track->lane();
        if (lane == kNoIndex || m_scene.view.lanes()[lane].info().kind == format::Lane::Kind::Phases)
            continue;
        Geometry busy = row.track->geometry(m_scene.view, whole);
        std::erase_if(busy.boxes, [&](const Box& box) { return box.y0 > kLanePadding; });
        for (Box& box : busy.boxes) {
            box.y0 = 1;
            box.y1 = kBusyHeight - 1;
            box.count = 2; // suppresses the name: there is no room
        }
        paint(busy, static_cast<int>(whole.height) - kBusyHeight, kBusyHeight);
        break; // the first lane is the training's main thread
    }
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    if (m_isOutdated || m_picture.width() != viewport().columns)
        drawPicture();
    const Theme& theme = m_scene.theme;
    const QRect strip = dataRect();
    QPainter painter(this);
    painter.fillRect(rect(), theme.header);
    painter.drawImage(strip.topLeft(), m_picture);
    painter.setFont(theme.smallFont());
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(12, 0, TimelineCanvas::kLabelWidth - 20, height()), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("overview"));
    const QRectF window = windowRect();
    if (m_scene.view.hasHeader() && m_scene.axis->range() != m_scene.axis->extent()) {
        QColor veil = theme.header;
        veil.setAlpha(176);
        painter.fillRect(QRectF(strip.left(), 0, window.left() - strip.left(), strip.height()), veil);
        painter.fillRect(QRectF(window.right(), 0, strip.right() + 1 - window.right(), strip.height()), veil);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
        for (const double x : {window.left(), window.right() - 3})
            painter.fillRect(QRectF(x, strip.height() / 2.0 - 7, 3, 14), theme.accent);
    }
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.line, 1));
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

void OverviewStrip::centreOn(std::int64_t time)
{
    const trace::TimeRange range = m_scene.axis->range();
    const double middle = pixelOf(range.begin, viewport()) / 2 + pixelOf(range.end, viewport()) / 2;
    const double width = pixelOf(range.end, viewport()) - pixelOf(range.begin, viewport());
    if (width > 0)
        m_scene.axis->panBy((pixelOf(time, viewport()) - middle) / width);
}

void OverviewStrip::moveEdge(Grip edge, std::int64_t time)
{
    const trace::TimeRange range = m_scene.axis->range();
    const std::int64_t fixed = edge == Grip::Begin ? range.end : range.begin;
    const std::int64_t after = std::max(edge == Grip::Begin ? fixed - time : time - fixed, TimeAxis::kShortestRange);
    m_scene.axis->zoomBy(static_cast<double>(range.duration()) / static_cast<double>(after), fixed);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_grip = gripAt(event->position().x());
    m_grippedTime = timeUnder(event->position().x());
    if (m_grip == Grip::Outside) {
        centreOn(m_grippedTime);
        m_grip = Grip::Middle;
    }
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    const Grip under = m_grip == Grip::None ? gripAt(x) : m_grip;
    setCursor(under == Grip::Begin || under == Grip::End ? Qt::SizeHorCursor
              : under == Grip::Middle                    ? Qt::OpenHandCursor
                                                         : Qt::ArrowCursor);
    if (m_grip == Grip::None)
        return;
    const std::int64_t time = timeUnder(x);
    if (m_grip == Grip::Middle) {
        const trace::TimeRange range = m_scene.axis->range();
        m_scene.axis->panBy(static_cast<double>(time - m_grippedTime) / static_cast<double>(range.duration()));
        m_grippedTime = time;
    } else {
        moveEdge(m_grip, time);
    }
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_grip = Grip::None;
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent*)
{
    m_scene.axis->showAll();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    m_scene.axis->zoomBy(std::pow(1.25, event->angleDelta().y() / 120.0), timeUnder(event->position().x()));
    event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    TimeAxis& axis = *m_scene.axis;
    const std::int64_t middle = axis.range().begin + axis.range().duration() / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return axis.panBy(-0.12);
    case Qt::Key_Right:
        return axis.panBy(0.12);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return axis.zoomBy(1.25, middle);
    case Qt::Key_Minus:
        return axis.zoomBy(0.8, middle);
    case Qt::Key_Home:
        return axis.showAll();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace stepscope::widgets
