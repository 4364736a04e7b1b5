#include "widgets/timeline/timelinecanvas.h"

#include "widgets/render/framebuffer.h"
#include "widgets/render/geometrypainter.h"
#include "widgets/render/rasterpainter.h"
#include "widgets/timeline/readoutcolumn.h"
#include "widgets/timeline/timelineplot.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kTickSpacing = 104; ///< px

} // namespace

TimelineCanvas::TimelineCanvas(Scene& scene, QWidget* parent)
    : QWidget(parent)
    , m_scene(scene)
    , m_plot(TimelinePlot::make(*this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_OpaquePaintEvent); // the plot covers it
    applyTheme();
}

TimelineCanvas::~TimelineCanvas() = default;

void TimelineCanvas::applyTheme()
{
    m_plot->applyTheme();
}

QRect TimelineCanvas::rulerArea() const
{
    return {0, m_dataArea.top() - kRulerHeight, m_dataArea.right() + 1 + valueWidth(), kRulerHeight};
}

QRect TimelineCanvas::rulerDataArea() const
{
    return {m_dataArea.left(), m_dataArea.top() - kRulerHeight, m_dataArea.width(), kRulerHeight};
}

QRect TimelineCanvas::rowArea() const
{
    return {0, m_dataArea.top(), m_dataArea.right() + 1 + valueWidth(), m_dataArea.height()};
}

QRect TimelineCanvas::rowRect(std::size_t row) const
{
    const Rows::Row& place = m_scene.rows.all()[row];
    const int scrolled = place.place.isPinned ? 0 : m_scene.scroll;
    return {m_dataArea.left(), m_dataArea.top() + place.top - scrolled, m_dataArea.width(), place.height};
}

QRect TimelineCanvas::rowClip(std::size_t row) const
{
    const bool isPinned = m_scene.rows.all()[row].place.isPinned;
    return m_dataArea.adjusted(0, isPinned ? 0 : m_scene.rows.pinnedHeight(), 0, 0);
}

QRect TimelineCanvas::headerRect(const PlacedGroup& group) const
{
    if (group.height == 0 || (group.isLone && !group.isCollapsed))
        return {};
    return {0, m_dataArea.top() + group.top - m_scene.scroll, m_dataArea.right() + 1 + valueWidth(), group.height};
}

std::vector<std::size_t> TimelineCanvas::rowsInSight() const
{
    return m_scene.rows.inSight(m_scene.scroll, m_dataArea.height());
}

Viewport TimelineCanvas::viewportOfData() const
{
    return {m_scene.shown(), static_cast<double>(m_dataArea.width()), static_cast<double>(m_dataArea.height()),
            std::max(1, m_dataArea.width())};
}

int TimelineCanvas::rowsHeight() const
{
    return m_dataArea.height();
}

/// A narrow canvas has no values: the pointer shows them.
int TimelineCanvas::fittingValueWidth(int width) const
{
    constexpr int kNarrow = 560; // px
    if (m_scene.isFigure)
        return kValueWidth;
    if (!m_scene.showsValues || width < kNarrow)
        return 0;
    return ReadoutColumn::fittingWidth(m_scene);
}

void TimelineCanvas::arrange(QSize size)
{
    const int top = kRulerHeight + (m_scene.title.isEmpty() ? 0 : kTitleHeight);
    m_scene.valueWidth = fittingValueWidth(size.width());
    m_dataArea = {kLabelWidth, top, std::max(1, size.width() - kLabelWidth - valueWidth()),
                  std::max(1, size.height() - top)};
    m_scene.rows.fit(m_dataArea.height());
    m_scene.scroll = std::clamp(m_scene.scroll, 0, std::max(0, m_scene.rows.totalHeight() - m_dataArea.height()));
    m_ruler = makeRuler(viewportOfData(), m_scene.start(), kTickSpacing);
    m_plot->placeRows();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_plot->setSize(size());
}

bool TimelineCanvas::isDrawn() const
{
    return m_plot->isDrawn();
}

void TimelineCanvas::redraw()
{
    m_plot->redraw();
}

void TimelineCanvas::redrawOverlay()
{
    m_plot->redrawOverlay();
}

void TimelineCanvas::drawOn(QPaintDevice& device, QSize size, double scale, bool isVector)
{
    m_plot->drawOn(device, size, scale, isVector);
}

void TimelineCanvas::showTimes(bool on)
{
    m_plot->showTimes(on);
}

bool TimelineCanvas::showsTimes() const
{
    return m_plot->showsTimes();
}

const FrameTimes& TimelineCanvas::times() const
{
    return m_plot->times();
}

std::size_t TimelineCanvas::spansInView() const
{
    std::size_t spans = 0;
    for (const std::size_t row : rowsInSight()) {
        const RowPane* pane = m_plot->paneOf(row);
        if (pane == nullptr)
            continue;
        for (const Box& box : pane->geometry().boxes)
            spans += box.of == Box::Of::Span ? box.count : 0;
    }
    return spans;
}

void TimelineCanvas::drawTimes(QPainter& painter) const
{
    QStringList lines = {tr("ms        last  median    p99")};
    const auto add = [&](const QString& name, FrameTimes::Part part) {
        const FrameTimes::Figures times = m_plot->times().figures(part);
        lines << QStringLiteral("%1%2%3%4")
                     .arg(name, -8)
                     .arg(times.last, 6, 'f', 2)
                     .arg(times.median, 8, 'f', 2)
                     .arg(times.p99, 7, 'f', 2);
    };
    add(tr("geometry"), FrameTimes::Part::Geometry);
    add(tr("paint"), FrameTimes::Part::Paint);
    lines << tr("%L1 spans in view").arg(spansInView());
    QFont font(QStringLiteral("DejaVu Sans Mono"));
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(11);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    int width = 0;
    for (const QString& line : std::as_const(lines))
        width = std::max(width, metrics.horizontalAdvance(line));
    const int height = metrics.height() * static_cast<int>(lines.size());
    const QRect place(m_dataArea.right() - width - 24, m_dataArea.top() + 8, width + 16, height + 12);
    QColor background = m_scene.theme.header;
    background.setAlpha(232);
    painter.fillRect(place, background);
    painter.setPen(m_scene.theme.line);
    painter.drawRect(place);
    painter.setPen(m_scene.theme.text);
    painter.drawText(place.adjusted(8, 6, -8, -6), Qt::AlignLeft | Qt::AlignTop, lines.join(QLatin1Char('\n')));
}

std::size_t TimelineCanvas::rowAt(QPointF position) const
{
    return rowArea().contains(position.toPoint())
               ? m_scene.rows.at(static_cast<int>(position.y()) - m_dataArea.top(), m_scene.scroll)
               : kNoIndex;
}

std::optional<Box> TimelineCanvas::boxNear(QPointF position) const
{
    constexpr double kReach = 3;
    const std::size_t row = rowAt(position);
    if (row == kNoIndex || !m_dataArea.contains(position.toPoint()))
        return {};
    const RowPane* pane = m_plot->paneOf(row);
    if (pane == nullptr)
        return {};
    const QPointF inRow = position - rowRect(row).topLeft();
    if (const Box* box = boxAt(pane->geometry(), inRow.x(), inRow.y(), kReach))
        return *box;
    return {};
}

const Geometry* TimelineCanvas::geometryOf(std::size_t row) const
{
    const RowPane* pane = m_plot->paneOf(row);
    return pane ? &pane->geometry() : nullptr;
}

RowPane::RowPane(const Scene& scene, RasterColors& colors, RowBatch& batch, FrameTimes& times)
    : m_scene(scene)
    , m_colors(colors)
    , m_batch(batch)
    , m_times(times)
{}

Viewport RowPane::viewportOf(QSize size, double ratio) const
{
    return {m_scene.shown(), static_cast<double>(size.width()), static_cast<double>(size.height()),
            static_cast<int>(std::lround(size.width() * ratio)), m_scene.isFigure};
}

void RowPane::prepare(QSize size, double pixelsPerPx)
{
    m_viewport = viewportOf(size, columnsPerPx(pixelsPerPx));
    m_isPrepared = true;
}

void RowPane::computeGeometry()
{
    const Rows::Row& row = m_scene.rows.all()[m_row];
    m_geometry = row.track->geometry(m_scene.view, m_viewport);
    const auto& scales = m_scene.rows.arrangement().scales;
    if (const auto scale = scales.find(row.name); scale != scales.end())
        applyScale(m_geometry, scale->second, m_scene.rows.unitOf(row, m_scene.view));
    if (row.place.isSummary)
        m_geometry.levels.clear(); // a row of this height has no room for their labels
}

void RowPane::paint()
{
    RasterPainter(*m_surface, m_colors, m_viewport.height, m_scene.focusedOp).paint(m_geometry);
    m_surface.reset();
}

void RowPane::draw(QPainter& painter, const Target& target)
{
    if (m_row >= m_scene.rows.all().size() || target.rect.width() < 1)
        return;
    const double ratio = target.isVector ? 1 : columnsPerPx(painter.deviceTransform().m11());
    const Viewport viewport = viewportOf(target.rect.size(), ratio);
    const bool isPrepared = std::exchange(m_isPrepared, false) && m_viewport == viewport;
    if (!isPrepared || !target.frame)
        m_batch.finishGeometry();
    if (!isPrepared) {
        m_viewport = viewport;
        m_times.beginGeometry();
        computeGeometry();
        m_times.endGeometry();
    }
    m_colors.use(m_scene.theme, ratio);
    if (target.isVector) {
        const GeometryPainter shapes{m_scene.theme, m_colors.boxes(), viewport, target.rect.topLeft(),
                                     m_scene.focusedOp};
        shapes.paint(painter, m_geometry);
        shapes.paintLevelTexts(painter, m_geometry);
        return;
    }
    if (target.frame) {
        const auto inDevice = [&](const QRect& place) {
            return QRect((QPointF(place.topLeft()) * ratio).toPoint(), (QSizeF(place.size()) * ratio).toSize());
        };
        m_surface.emplace(*target.frame, inDevice(target.rect).topLeft(), inDevice(m_area), viewport);
        m_batch.addPaint(*this);
    } else {
        RasterSurface surface(viewport);
        RasterPainter(surface, m_colors, viewport.height, m_scene.focusedOp).paint(m_geometry);
        surface.paint(painter, target.rect.topLeft());
        const GeometryPainter shapes{m_scene.theme, m_colors.boxes(), viewport, target.rect.topLeft()};
        shapes.paintLevelTexts(painter, m_geometry);
    }
}

} // namespace stepscope::widgets
