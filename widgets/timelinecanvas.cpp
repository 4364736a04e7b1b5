#include "widgets/timelinecanvas.h"

#include "widgets/backdrop.h"
#include "widgets/framebuffer.h"
#include "widgets/litspans.h"
#include "widgets/marks.h"
#include "widgets/overlay.h"
#include "widgets/rasterpainter.h"
#include "widgets/rowbatch.h"
#include "widgets/rowhints.h"
#include "widgets/rowlayout.h"
#include "widgets/rowplottable.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kTickSpacing = 104; ///< px

/// Hands the canvas's ruler to QCustomPlot's axis.
class RulerTicker : public QCPAxisTicker
{
public:
    explicit RulerTicker(const TimelineCanvas& canvas)
        : m_canvas(canvas)
        , m_ruler(canvas.ruler())
        , m_scene(canvas.scene())
    {}

    void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override
    {
        const auto seconds = [&](std::int64_t time) { return trace::TimeRange{m_scene.start(), time}.seconds(); };
        ticks.clear();
        for (const Tick& tick : m_ruler.ticks)
            ticks.append(seconds(tick.time));
        if (subTicks) {
            subTicks->clear();
            for (const std::int64_t time : m_ruler.subTicks)
                subTicks->append(seconds(time));
        }
        if (labels) {
            labels->clear();
            for (const Tick& tick : m_ruler.ticks)
                labels->append(fits(tick) ? tick.label : QString());
        }
    }

private:
    /// A label that would be cut off at an edge says something else than it means.
    [[nodiscard]] bool fits(const Tick& tick) const
    {
        const Viewport viewport = m_canvas.viewportOfData();
        const double half = QFontMetricsF(m_scene.theme.smallFont()).horizontalAdvance(tick.label) / 2 + 2;
        const double x = pixelOf(tick.time, viewport);
        return x >= half && x <= viewport.width - half;
    }

    const TimelineCanvas& m_canvas;
    const Ruler& m_ruler;
    const Scene& m_scene;
};

} // namespace

TimelineCanvas::TimelineCanvas(Scene& scene, QWidget* parent)
    : QCustomPlot(parent)
    , m_scene(scene)
    , m_rowLayout(new RowLayout)
    , m_frame(new FrameBuffer(viewport().size(), bufferDevicePixelRatio(), m_work))
    , m_inks(std::make_unique<RasterInks>())
{
    mPaintBuffers = {m_frame};
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    connect(this, &QCustomPlot::afterReplot, this, [this] { m_isReplotDue = false; });
    plotLayout()->clear();
    plotLayout()->setMargins({});
    plotLayout()->addElement(0, 0, m_rowLayout);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    // Each owns a layer's place below or above the rows; QCustomPlot deletes them.
    m_backdrop = new Backdrop(*this);
    m_batch = new RowBatch(*this, m_work);
    new LitSpans(*this);
    m_marks = new Marks(*this); // below the tooltip
    m_overlay = new Overlay(*this);
    m_hints = std::make_unique<RowHints>(*this);
    m_rulerRect = new QCPAxisRect(this, false);
    m_rulerRect->setAutoMargins(QCP::msNone);
    QCPAxis* axis = m_rulerRect->addAxis(QCPAxis::atBottom);
    axis->setTicker(QSharedPointer<QCPAxisTicker>(new RulerTicker(*this)));
    axis->grid()->setVisible(false);
    axis->setTickLabelSide(QCPAxis::lsInside);
    axis->setTickLength(6, 0);
    axis->setSubTickLength(3, 0);
    axis->setTickLabelPadding(3);
    m_rowLayout->add(m_rulerRect);
    connect(this, &QCustomPlot::beforeReplot, this, [this] { arrange(viewport().size()); });
    // What moves with the pointer is no part of the frame, but of what is made of the canvas for paper.
    connect(this, &QCustomPlot::beforeReplot, this, [this] {
        layer(QStringLiteral("overlay"))->setVisible(false);
        m_times.beginFrame();
        prepareRows();
    });
    connect(this, &QCustomPlot::afterReplot, this, [this] {
        m_times.endFrame();
        layer(QStringLiteral("overlay"))->setVisible(true);
    });
    applyTheme();
}

TimelineCanvas::~TimelineCanvas() = default;

void TimelineCanvas::applyTheme()
{
    const Theme& theme = m_scene.theme;
    setBackground(QBrush(theme.surface));
    m_frame->setBackground(theme.surface);
    QCPAxis* axis = m_rulerRect->axis(QCPAxis::atBottom);
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(QPen(theme.mutedText, 1));
    axis->setSubTickPen(QPen(theme.line.darker(theme.kind == Theme::Kind::Light ? 115 : 80), 1));
    axis->setTickLabelColor(theme.mutedText);
    axis->setTickLabelFont(theme.smallFont());
}

QRect TimelineCanvas::rulerArea() const
{
    return {0, m_dataArea.top() - kRulerHeight, m_dataArea.right() + 1 + kValueWidth, kRulerHeight};
}

QRect TimelineCanvas::rowArea() const
{
    return {0, m_dataArea.top(), m_dataArea.right() + 1 + kValueWidth, m_dataArea.height()};
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
    return {0, m_dataArea.top() + group.top - m_scene.scroll, m_dataArea.right() + 1 + kValueWidth, group.height};
}

std::vector<std::size_t> TimelineCanvas::rowsInSight() const
{
    return m_scene.rows.inSight(m_scene.scroll, m_dataArea.height());
}

/// Without the line between two rows.
QRect TimelineCanvas::paneRect(std::size_t row) const
{
    return rowRect(row).adjusted(0, 0, 0, -1);
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

TimelineCanvas::Pane TimelineCanvas::makePane()
{
    Pane pane;
    pane.rect = new QCPAxisRect(this, false);
    pane.rect->setAutoMargins(QCP::msNone);
    QCPAxis* key = pane.rect->addAxis(QCPAxis::atBottom);
    QCPAxis* value = pane.rect->addAxis(QCPAxis::atLeft);
    key->setVisible(false);
    value->setVisible(false);
    m_rowLayout->add(pane.rect);
    pane.plottable = new RowPlottable(key, value, m_scene, *m_inks, *m_batch, m_times);
    return pane;
}

void TimelineCanvas::placeRuler()
{
    const trace::TimeRange range = m_scene.shown();
    m_ruler = makeRuler(viewportOfData(), m_scene.start(), kTickSpacing);
    m_rowLayout->place(m_rulerRect,
                       {m_dataArea.left(), m_dataArea.top() - kRulerHeight, m_dataArea.width(), kRulerHeight});
    const double begin = trace::TimeRange{m_scene.start(), range.begin}.seconds();
    m_rulerRect->axis(QCPAxis::atBottom)->setRange(begin, begin + range.seconds());
    m_rulerRect->setVisible(m_scene.view.hasHeader());
    m_rulerRect->axis(QCPAxis::atBottom)->setVisible(m_scene.view.hasHeader());
}

void TimelineCanvas::arrange(QSize size)
{
    const int top = kRulerHeight + (m_scene.title.isEmpty() ? 0 : kTitleHeight);
    m_dataArea = {kLabelWidth, top, std::max(1, size.width() - kLabelWidth - kValueWidth),
                  std::max(1, size.height() - top)};
    m_scene.rows.fit(m_dataArea.height());
    m_scene.scroll = std::clamp(m_scene.scroll, 0, std::max(0, m_scene.rows.totalHeight() - m_dataArea.height()));
    placeRuler();

    const trace::TimeRange range = m_scene.shown();
    const double begin = trace::TimeRange{m_scene.start(), range.begin}.seconds();
    std::size_t used = 0;
    for (const std::size_t row : rowsInSight()) {
        if (used == m_panes.size())
            m_panes.push_back(makePane());
        const Pane& pane = m_panes[used++];
        pane.plottable->setRow(row);
        pane.plottable->setArea(rowClip(row));
        pane.rect->setVisible(true);
        pane.plottable->setVisible(true);
        pane.plottable->keyAxis()->setRange(begin, begin + range.seconds());
        m_rowLayout->place(pane.rect, paneRect(row));
    }
    for (; used < m_panes.size(); ++used) {
        m_panes[used].plottable->setRow(kNoIndex);
        m_panes[used].plottable->setVisible(false);
        m_panes[used].rect->setVisible(false);
    }
}

void TimelineCanvas::prepareRows()
{
    m_times.beginGeometry();
    std::vector<RowJob*> rows;
    for (const Pane& pane : m_panes) {
        if (pane.plottable->row() == kNoIndex)
            continue;
        pane.plottable->prepare(paneRect(pane.plottable->row()).size(), bufferDevicePixelRatio());
        rows.push_back(pane.plottable);
    }
    m_batch->begin(rows, [this] { m_times.endGeometry(); });
}

void TimelineCanvas::paintEvent(QPaintEvent* event)
{
    QCPPainter painter(this);
    m_frame->paintOn(painter, event->region());
    m_marks->draw(&painter);
    m_hints->draw(painter);
    m_overlay->paint(painter, false);
    if (m_showsTimes)
        drawTimes(painter);
    m_isPaintDue = m_isReplotDue;
}

void TimelineCanvas::showTimes(bool on)
{
    m_showsTimes = on;
    update();
}

/// For whoever wants to know how quick it is: the latest frame, and all of the last four seconds.
void TimelineCanvas::drawTimes(QPainter& painter) const
{
    std::size_t spans = 0;
    for (const Pane& pane : m_panes) {
        if (pane.plottable->row() == kNoIndex)
            continue;
        for (const Box& box : pane.plottable->geometry().boxes)
            spans += box.of == Box::Of::Span ? box.count : 0;
    }
    QStringList lines = {tr("ms        last  median    p99")};
    const auto add = [&](const QString& name, FrameTimes::Part part) {
        const FrameTimes::Figures times = m_times.figures(part);
        lines << QStringLiteral("%1%2%3%4")
                     .arg(name, -8)
                     .arg(times.last, 6, 'f', 2)
                     .arg(times.median, 8, 'f', 2)
                     .arg(times.p99, 7, 'f', 2);
    };
    add(tr("geometry"), FrameTimes::Part::Geometry);
    add(tr("paint"), FrameTimes::Part::Paint);
    lines << tr("%L1 spans in view").arg(spans);
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

void TimelineCanvas::redraw()
{
    m_isReplotDue = m_isPaintDue = true;
    replot(QCustomPlot::rpQueuedRefresh);
}

void TimelineCanvas::redrawOverlay()
{
    m_isPaintDue = true;
    update();
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
    for (const Pane& pane : m_panes) {
        if (pane.plottable->row() != row)
            continue;
        const QPointF inRow = position - rowRect(row).topLeft();
        if (const Box* box = boxAt(pane.plottable->geometry(), inRow.x(), inRow.y(), kReach))
            return *box;
    }
    return {};
}

} // namespace stepscope::widgets
