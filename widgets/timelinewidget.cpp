#include "widgets/timelinewidget.h"

#include "widgets/figures/figure.h"
#include "widgets/interaction/gestures.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/interaction/rowgestures.h"
#include "widgets/interaction/scalegestures.h"
#include "widgets/timeline/overviewstrip.h"
#include "widgets/timeline/scene.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLoggingCategory>
#include <QMenu>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

/// QT_LOGGING_RULES="stepscope.timeline.debug=true" logs the duration of each frame.
Q_LOGGING_CATEGORY(frames, "stepscope.timeline", QtWarningMsg)

constexpr qint64 kFrameInterval = 16;        ///< ms
constexpr qint64 kLongestDataInterval = 100; ///< ms: the largest delay of new data
constexpr double kDataIntervalFactor = 5;    ///< interval of frames with new data, in durations of a frame

} // namespace

struct TimelineWidget::Parts
{
    Scene scene;
    TimelineCanvas* canvas = nullptr;
    Gestures* gestures = nullptr;
    Navigation* navigation = nullptr;
    RowArranger* arranger = nullptr;
    RowGestures* rowGestures = nullptr;
    ScaleGestures* scaleGestures = nullptr;
    QScrollBar* scrollBar = nullptr;
    OverviewStrip* overview = nullptr;
    QTimer frameTimer;
    QElapsedTimer sinceFrame;
    bool wholeFrame = true; ///< false = the pending frame redraws only the overlay
    bool rowsOutdated = true;
    bool isTakingData = false;

    /// ms from a frame to the next. Frames that follow user input come at the rate of the screen. Frames that show new
    /// data take at most a fifth of the GUI thread.
    [[nodiscard]] qint64 frameInterval() const;
};

qint64 TimelineWidget::Parts::frameInterval() const
{
    if (!isTakingData)
        return kFrameInterval;
    return std::clamp(static_cast<qint64>(kDataIntervalFactor * canvas->times().last()), kFrameInterval,
                      kLongestDataInterval);
}

TimelineWidget::TimelineWidget(QWidget* parent)
    : QWidget(parent)
    , m_parts(std::make_unique<Parts>())
{
    Parts& parts = *m_parts;
    parts.scene.axis = new TimeAxis(this);
    parts.canvas = new TimelineCanvas(parts.scene, this);
    parts.scrollBar = new QScrollBar(Qt::Vertical, this);
    parts.scrollBar->setSingleStep(48);
    parts.scrollBar->hide();
    parts.overview = new OverviewStrip(parts.scene, this);
    parts.overview->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins({});
    all->setSpacing(0);
    all->addWidget(parts.overview);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(0);
    all->addLayout(layout, 1);
    layout->addWidget(parts.canvas, 1);
    layout->addWidget(parts.scrollBar);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    parts.gestures = new Gestures(parts.scene, *parts.canvas, this);
    parts.navigation = new Navigation(parts.scene, *parts.canvas, this);
    parts.arranger = new RowArranger(parts.scene, *parts.canvas, this);
    parts.rowGestures = new RowGestures(parts.scene, *parts.canvas, *parts.arranger, this);
    parts.scaleGestures = new ScaleGestures(parts.scene, *parts.canvas, *parts.arranger, this);
    parts.frameTimer.setSingleShot(true);
    parts.frameTimer.setTimerType(Qt::PreciseTimer);
    connectAxis();
    connectGestures();
    connectNavigation();
    connectRows();
    setTheme(parts.scene.theme);
}

TimelineWidget::~TimelineWidget() = default;

void TimelineWidget::connectAxis()
{
    const TimeAxis* axis = m_parts->scene.axis;
    connect(&m_parts->frameTimer, &QTimer::timeout, this, &TimelineWidget::drawFrame);
    connect(axis, &TimeAxis::shownChanged, this, [this] { requestFrame(true); });
    connect(axis, &TimeAxis::extentChanged, this, [this] { requestFrame(true); });
    connect(axis, &TimeAxis::selectionChanged, this, [this] { requestFrame(false); });
    connect(axis, &TimeAxis::cursorChanged, this, [this] { requestFrame(false); });
    connect(m_parts->scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        if (m_parts->scene.scroll == value)
            return;
        m_parts->scene.scroll = value;
        requestFrame(true);
    });
}

void TimelineWidget::connectGestures()
{
    const Gestures* gestures = m_parts->gestures;
    connect(gestures, &Gestures::touched, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(gestures, &Gestures::scrolled, this, &TimelineWidget::scrollBy);
    connect(gestures, &Gestures::spanClicked, this, [this](std::size_t lane, std::size_t span) {
        m_parts->scene.selected = {lane, span};
        m_parts->navigation->updateLinks();
        requestFrame(false);
        emit spanActivated(lane, span);
    });
    connect(gestures, &Gestures::spanDoubleClicked, this, [this](std::size_t lane, std::size_t span) {
        goToSpan(lane, span);
        emit spanActivated(lane, span);
    });
    connect(gestures, &Gestures::stepDoubleClicked, this, &TimelineWidget::zoomToStep);
    const auto clear = [this] {
        clearSpan();
        m_parts->scene.axis->clearSelection();
    };
    connect(gestures, &Gestures::emptyClicked, this, clear);
    connect(gestures, &Gestures::escapePressed, this, [this, clear] {
        clear();
        focusOp(0);
        m_parts->navigation->clearCursors();
        emit cleared();
    });
    connect(gestures, &Gestures::hoverChanged, this, [this] { requestFrame(false); });
}

void TimelineWidget::connectNavigation()
{
    const Gestures* gestures = m_parts->gestures;
    Navigation* navigation = m_parts->navigation;
    connect(gestures, &Gestures::cursorPlaced, navigation, &Navigation::placeCursor);
    connect(gestures, &Gestures::bookmarkClicked, this, &TimelineWidget::bookmarkActivated);
    connect(gestures, &Gestures::menuRequested, this, [this](QPointF position) {
        m_parts->navigation->makeMenu(position, this)->popup(m_parts->canvas->mapToGlobal(position.toPoint()));
    });
    connect(navigation, &Navigation::frameRequested, this, &TimelineWidget::requestFrame);
    connect(navigation, &Navigation::spanRequested, this, [this](std::size_t lane, std::size_t span) {
        goToSpan(lane, span);
        emit spanActivated(lane, span);
    });
}

void TimelineWidget::connectRows()
{
    const RowGestures* gestures = m_parts->rowGestures;
    connect(gestures, &RowGestures::touched, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(m_parts->scaleGestures, &ScaleGestures::touched, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(gestures, &RowGestures::dragStateChanged, this, [this] { requestFrame(false); });
    connect(gestures, &RowGestures::scrolled, this, &TimelineWidget::scrollBy);
    connect(gestures, &RowGestures::menuRequested, this, [this](QPointF position) {
        m_parts->arranger->makeMenu(position, this)->popup(m_parts->canvas->mapToGlobal(position.toPoint()));
    });
    connect(m_parts->arranger, &RowArranger::rowsChanged, this, [this] {
        m_parts->rowsOutdated = true;
        requestFrame(true);
    });
}

void TimelineWidget::scrollBy(int pixels)
{
    m_parts->scrollBar->setValue(m_parts->scrollBar->value() + pixels);
}

void TimelineWidget::setView(const trace::TraceView& view)
{
    Scene& scene = m_parts->scene;
    const trace::TraceView& before = scene.view;
    const bool isOtherRun = view.hasHeader() != before.hasHeader() || view.header().run != before.header().run ||
                            view.spanCount() < before.spanCount() || view.sampleCount() < before.sampleCount();
    scene.view = view;
    m_parts->rowsOutdated = true;
    m_parts->isTakingData = true;
    if (isOtherRun) {
        scene.rows.clear();
        scene.selected = {};
        scene.focusedOp = 0;
        scene.hovered.reset();
        scene.scroll = 0;
        scene.axis->reset(view.extent());
        m_parts->navigation->clear();
    } else {
        scene.axis->setExtent(view.extent());
        m_parts->navigation->refresh();
    }
    requestFrame(true);
    m_parts->isTakingData = false;
}

const trace::TraceView& TimelineWidget::view() const
{
    return m_parts->scene.view;
}

TimeAxis* TimelineWidget::axis() const
{
    return m_parts->scene.axis;
}

Navigation* TimelineWidget::navigation() const
{
    return m_parts->navigation;
}

RowArranger* TimelineWidget::rowArranger() const
{
    return m_parts->arranger;
}

void TimelineWidget::setTheme(const Theme& theme)
{
    m_parts->scene.theme = theme;
    setPalette(theme.palette());
    m_parts->canvas->applyTheme();
    m_parts->overview->refresh();
    requestFrame(true);
}

const Theme& TimelineWidget::theme() const
{
    return m_parts->scene.theme;
}

void TimelineWidget::setRowsShown(const QString& kind, bool shown)
{
    m_parts->scene.rows.setShown(kind.toStdString(), shown);
    m_parts->rowsOutdated = true;
    requestFrame(true);
}

bool TimelineWidget::rowsShown(const QString& kind) const
{
    return m_parts->scene.rows.isShown(kind.toStdString());
}

void TimelineWidget::setOverviewShown(bool shown)
{
    m_parts->overview->setVisible(shown);
}

int TimelineWidget::dataWidth() const
{
    return m_parts->canvas->dataArea().width();
}

void TimelineWidget::setValuesShown(bool shown)
{
    m_parts->scene.showsValues = shown;
    requestFrame(true);
    m_parts->overview->refresh();
}

void TimelineWidget::setFrameTimesShown(bool shown)
{
    m_parts->canvas->showTimes(shown);
}

bool TimelineWidget::frameTimesShown() const
{
    return m_parts->canvas->showsTimes();
}

FigureOptions TimelineWidget::figureAsSeen() const
{
    return widgets::figureAsSeen(m_parts->scene, m_parts->canvas->size(), devicePixelRatioF());
}

void TimelineWidget::copyPicture()
{
    QGuiApplication::clipboard()->setPixmap(m_parts->canvas->grab());
}

void TimelineWidget::requestFrame(bool whole)
{
    Parts& parts = *m_parts;
    parts.wholeFrame = parts.wholeFrame || whole;
    const qint64 interval = parts.frameInterval();
    const qint64 since = parts.sinceFrame.isValid() ? parts.sinceFrame.elapsed() : interval;
    const int wait = static_cast<int>(std::clamp<qint64>(interval - since, 0, interval));
    if (!parts.frameTimer.isActive() || parts.frameTimer.remainingTime() > wait)
        parts.frameTimer.start(wait);
}

bool TimelineWidget::isDrawn() const
{
    const Parts& parts = *m_parts;
    return !parts.frameTimer.isActive() && !parts.rowsOutdated &&
           parts.scene.axis->shown() == parts.scene.axis->range() && parts.canvas->isDrawn();
}

void TimelineWidget::updateRows()
{
    Parts& parts = *m_parts;
    if (!parts.rowsOutdated)
        return;
    parts.scene.rows.update(parts.scene.view);
    parts.overview->refresh();
    parts.rowsOutdated = false;
    updateScrollBar();
}

void TimelineWidget::updateScrollBar()
{
    QScrollBar* bar = m_parts->scrollBar;
    const int above = m_parts->overview->isVisibleTo(this) ? m_parts->overview->height() : 0;
    const int room = std::max(1, height() - above - TimelineCanvas::kRulerHeight);
    bar->setRange(0, std::max(0, m_parts->scene.rows.leastHeight() - room));
    bar->setPageStep(room);
    bar->setVisible(bar->maximum() > 0);
    m_parts->overview->setRightMargin(bar->maximum() > 0 ? bar->sizeHint().width() : 0);
}

void TimelineWidget::drawFrame()
{
    Parts& parts = *m_parts;
    parts.sinceFrame.start();
    const bool whole = std::exchange(parts.wholeFrame, false);
    if (whole) {
        updateRows();
        parts.canvas->redraw();
        // The frame may show another box at the pointer.
        const auto hovered = parts.scene.hovered;
        parts.gestures->refreshHover();
        if (parts.scene.hovered || hovered)
            parts.canvas->redrawOverlay();
    } else {
        parts.canvas->redrawOverlay();
    }
    qCDebug(frames) << (whole ? "frame" : "overlay") << parts.sinceFrame.nsecsElapsed() / 1000 << "us";
}

QSize TimelineWidget::sizeHint() const
{
    return {1200, 640};
}

QSize TimelineWidget::minimumSizeHint() const
{
    return {480, 112};
}

void TimelineWidget::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyPicture();
    else if (event->key() == Qt::Key_Escape && m_parts->scaleGestures->cancel())
        event->accept();
    else if (!m_parts->rowGestures->keyPressed(event) && !m_parts->gestures->keyPressed(event))
        QWidget::keyPressEvent(event);
}

void TimelineWidget::keyReleaseEvent(QKeyEvent* event)
{
    m_parts->gestures->keyReleased(event);
    QWidget::keyReleaseEvent(event);
}

void TimelineWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateScrollBar();
    requestFrame(true);
}

void TimelineWidget::goToSpan(std::size_t lane, std::size_t span)
{
    Scene& scene = m_parts->scene;
    if (lane >= scene.view.lanes().size() || span >= scene.view.lanes()[lane].size())
        return;
    const trace::SpanRecord record = scene.view.lanes()[lane].span(span);
    const std::int64_t duration = std::clamp<std::int64_t>(record.duration, 1, std::int64_t{1} << 60);
    scene.selected = {lane, span};
    m_parts->navigation->updateLinks();
    scene.axis->zoomTo({record.start - duration, record.start + 2 * duration});
    m_parts->arranger->reveal(lane);
    updateRows();
    const std::size_t row = scene.rows.ofLane(lane);
    if (row != kNoIndex) {
        const Rows::Row& place = scene.rows.all()[row];
        const int room = height() - TimelineCanvas::kRulerHeight - scene.rows.pinnedHeight();
        const int top = place.top - scene.rows.pinnedHeight();
        if (!place.place.isPinned && (top < scene.scroll || top + place.height > scene.scroll + room))
            m_parts->scrollBar->setValue(top - std::max(0, (room - place.height) / 2));
    }
    requestFrame(true);
}

void TimelineWidget::zoomToStep(std::size_t step)
{
    Scene& scene = m_parts->scene;
    if (step >= scene.view.stepCount())
        return;
    const format::Step shown = scene.view.step(step);
    zoomAround({shown.start, shown.end});
}

void TimelineWidget::zoomAround(trace::TimeRange range)
{
    m_parts->scene.axis->zoomTo(around(range));
}

trace::TimeRange TimelineWidget::around(trace::TimeRange range)
{
    const std::int64_t margin = range.duration() / 16;
    return {range.begin - margin, range.end + margin};
}

void TimelineWidget::focusOp(std::uint32_t op)
{
    if (op == std::exchange(m_parts->scene.focusedOp, op))
        return;
    requestFrame(true);
}

void TimelineWidget::clearSpan()
{
    if (m_parts->scene.selected.isNone())
        return;
    m_parts->scene.selected = {};
    m_parts->navigation->updateLinks();
    requestFrame(false);
    emit spanCleared();
}

} // namespace stepscope::widgets
