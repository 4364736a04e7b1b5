#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

namespace stepscope::widgets {

using trace::TimeRange;

/// Basic gestures, and views that change.
class TimelineWidgetTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void wheelZoomsAtThePointer();
    void shiftWheelAndMiddleDragPan();
    void spaceDragPans();
    void dragSelects();
    void onlyTheOutsideOfAllSelectionsIsDimmed();
    void keysNavigate();
    void clickSelectsASpanAndDoubleClickGoesThere();
    void clickOnAStepSelectsIt();
    void hoverFindsSpans();
    void escapeClears();
    void goToSpanShowsIt();
    void followsLive();
    void anotherRecordingResetsTheTimeline();
    void framesAreCapped();

private:
    QWidget* canvas() const { return m_timeline->childAt(20, 20); }
    void moveTo(QPointF position, Qt::MouseButtons buttons = Qt::NoButton) const;
    void wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;
    void drawn() const
    {
        QCoreApplication::processEvents();
        QVERIFY(QTest::qWaitFor([this] { return m_timeline->isDrawn(); }));
    }
    /// A position in the first span that is wide enough to hit.
    QPointF overASpan();

    static constexpr int kLeft = 136; ///< px of the label column
    trace::TraceView m_view;
    std::unique_ptr<TimelineWidget> m_timeline;
};

void TimelineWidgetTest::init()
{
    m_view = testing::viewOf(testing::makeTrainingRecording());
    m_timeline = std::make_unique<TimelineWidget>();
    m_timeline->resize(1200, 760);
    m_timeline->setView(m_view);
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    drawn();
}

void TimelineWidgetTest::cleanup()
{
    m_timeline.reset();
}

void TimelineWidgetTest::moveTo(QPointF position, Qt::MouseButtons buttons) const
{
    QMouseEvent event(QEvent::MouseMove, position, canvas()->mapToGlobal(position), Qt::NoButton, buttons,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(canvas(), &event);
}

void TimelineWidgetTest::wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers) const
{
    QWheelEvent event(position, canvas()->mapToGlobal(position), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &event);
}

QPointF TimelineWidgetTest::overASpan()
{
    for (std::size_t i = 0; i < m_view.stepCount(); ++i) {
        if (m_view.step(i).flags & format::Step::kTraced) {
            m_timeline->zoomToStep(i);
            break;
        }
    }
    drawn();
    const auto& hovered = m_timeline->findChild<TimelineCanvas*>()->scene().hovered;
    for (int y = 60; y < 740; y += 4) {
        for (int x = kLeft + 10; x < 1000; x += 10) {
            moveTo(QPointF(x, y));
            if (hovered && hovered->of == Box::Of::Span)
                return {static_cast<double>(x), static_cast<double>(y)};
        }
    }
    return {};
}

void TimelineWidgetTest::wheelZoomsAtThePointer()
{
    const QPointF pointer(500, 300);
    moveTo(pointer);
    const auto before = m_timeline->axis()->cursor();
    QVERIFY(before);
    const std::int64_t duration = m_timeline->axis()->range().duration();
    wheel(pointer, 240);
    QVERIFY(m_timeline->axis()->range().duration() < duration * 7 / 10);
    moveTo(pointer);
    const std::int64_t pixel = m_timeline->axis()->range().duration() / 900;
    QVERIFY(std::abs(*m_timeline->axis()->cursor() - *before) <= pixel);
    wheel(pointer, -240);
    QVERIFY(std::abs(m_timeline->axis()->range().duration() - duration) < 1000);
}

void TimelineWidgetTest::shiftWheelAndMiddleDragPan()
{
    m_timeline->axis()->zoomBy(10, m_timeline->axis()->extent().begin + 2'000'000'000);
    const TimeRange before = m_timeline->axis()->range();
    wheel({500, 300}, -120, Qt::ShiftModifier);
    QVERIFY(m_timeline->axis()->range().begin > before.begin);
    QCOMPARE(m_timeline->axis()->range().duration(), before.duration());

    const TimeRange middle = m_timeline->axis()->range();
    QTest::mousePress(canvas(), Qt::MiddleButton, {}, {600, 300});
    moveTo({700, 300}, Qt::MiddleButton);
    QTest::mouseRelease(canvas(), Qt::MiddleButton, {}, {700, 300});
    const TimeRange after = m_timeline->axis()->range();
    QVERIFY(after.begin < middle.begin); // the content moved to the right
    QVERIFY(!m_timeline->axis()->selection());
}

void TimelineWidgetTest::spaceDragPans()
{
    m_timeline->axis()->zoomBy(10, m_timeline->axis()->extent().begin + 2'000'000'000);
    const TimeRange before = m_timeline->axis()->range();
    QTest::keyPress(m_timeline.get(), Qt::Key_Space);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, {600, 300});
    moveTo({500, 300}, Qt::LeftButton);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, {500, 300});
    QTest::keyRelease(m_timeline.get(), Qt::Key_Space);
    QVERIFY(m_timeline->axis()->range().begin > before.begin);
    QVERIFY(!m_timeline->axis()->selection());
}

void TimelineWidgetTest::dragSelects()
{
    QSignalSpy selected(m_timeline->axis(), &TimeAxis::selectionChanged);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, {700, 250});
    moveTo({650, 250}, Qt::LeftButton);
    moveTo({400, 260}, Qt::LeftButton);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, {400, 260});
    QVERIFY(!selected.isEmpty());
    const auto selection = m_timeline->axis()->selection();
    QVERIFY(selection);
    const TimeRange range = m_timeline->axis()->range();
    const double share = static_cast<double>(selection->duration()) / static_cast<double>(range.duration());
    QVERIFY(std::abs(share - 300.0 / (1200 - 2 * 136)) < 0.01);
    QTest::keyClick(m_timeline.get(), Qt::Key_Z);
    QCOMPARE(m_timeline->axis()->range(), *selection);
}

void TimelineWidgetTest::onlyTheOutsideOfAllSelectionsIsDimmed()
{
    const TimelineCanvas* canvas = m_timeline->findChild<TimelineCanvas*>();
    TimeAxis* axis = m_timeline->axis();
    const TimeRange shown = axis->range();
    const auto partOf = [&](double from, double to) {
        const auto width = static_cast<double>(shown.duration());
        return TimeRange{shown.begin + std::int64_t(width * from), shown.begin + std::int64_t(width * to)};
    };
    const QRect data = canvas->dataArea();
    /// The picture of the data between two shares of the width.
    const auto picture = [&](double from, double to) {
        const QRect part(data.left() + int(data.width() * from), data.top(), int(data.width() * (to - from)),
                         data.height());
        return m_timeline->grab(QRect(canvas->mapTo(m_timeline.get(), part.topLeft()), part.size())).toImage();
    };
    QTRY_VERIFY(m_timeline->isDrawn());
    const QImage inFirst = picture(0.12, 0.18);
    const QImage between = picture(0.32, 0.38);
    const QImage inSecond = picture(0.52, 0.58);
    axis->setSelections({partOf(0.1, 0.2), partOf(0.5, 0.6)});
    QTRY_VERIFY(m_timeline->isDrawn());
    QTRY_VERIFY(picture(0.32, 0.38) != between);
    // Below the durations of the selections.
    const auto lower = [](const QImage& image) { return image.copy(0, 24, image.width(), image.height() - 24); };
    QVERIFY(lower(picture(0.12, 0.18)) == lower(inFirst));
    QVERIFY(lower(picture(0.52, 0.58)) == lower(inSecond));
}

void TimelineWidgetTest::keysNavigate()
{
    TimeAxis* axis = m_timeline->axis();
    const auto duration = [&] { return axis->range().duration(); };
    const std::int64_t all = duration();
    QTest::keyClick(m_timeline.get(), Qt::Key_W);
    QVERIFY(duration() < all);
    QTest::keyClick(m_timeline.get(), Qt::Key_Plus);
    QTest::keyClick(m_timeline.get(), Qt::Key_W);
    const std::int64_t near = duration();
    QTest::keyClick(m_timeline.get(), Qt::Key_S);
    QVERIFY(duration() > near);
    const std::int64_t begin = axis->range().begin;
    QTest::keyClick(m_timeline.get(), Qt::Key_A);
    QVERIFY(axis->range().begin < begin);
    QTest::keyClick(m_timeline.get(), Qt::Key_D);
    QTest::keyClick(m_timeline.get(), Qt::Key_Right);
    QVERIFY(axis->range().begin > begin);
    QTest::keyClick(m_timeline.get(), Qt::Key_Home);
    QCOMPARE(axis->range(), axis->extent());
    QTest::keyClick(m_timeline.get(), Qt::Key_Backspace);
    QVERIFY(axis->range() != axis->extent());
    QTest::keyClick(m_timeline.get(), Qt::Key_0);
    QCOMPARE(axis->range(), axis->extent());
    QTest::keyClick(m_timeline.get(), Qt::Key_L);
    QVERIFY(axis->following());
    QTest::keyClick(m_timeline.get(), Qt::Key_L);
    QVERIFY(!axis->following());

    m_timeline->resize(1200, 300);
    drawn();
    auto* bar = m_timeline->findChild<QScrollBar*>();
    QVERIFY(bar->isVisible());
    QTest::keyClick(m_timeline.get(), Qt::Key_Down);
    QVERIFY(bar->value() > 0);
    QTest::keyClick(m_timeline.get(), Qt::Key_PageUp);
    QCOMPARE(bar->value(), 0);
}

void TimelineWidgetTest::clickSelectsASpanAndDoubleClickGoesThere()
{
    const QPointF place = overASpan();
    QVERIFY(!place.isNull());
    QSignalSpy activated(m_timeline.get(), &TimelineWidget::spanActivated);
    const TimeRange before = m_timeline->axis()->range();
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(activated.count(), 1);
    QCOMPARE(m_timeline->axis()->range(), before);
    const auto lane = activated.first().at(0).value<std::size_t>();
    const auto span = activated.first().at(1).value<std::size_t>();
    const trace::SpanRecord record = m_view.lanes()[lane].span(span);
    QVERIFY(record.start <= *m_timeline->axis()->cursor() + before.duration() / 300);

    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, place.toPoint());
    const TimeRange range = m_timeline->axis()->range();
    QVERIFY(range.begin <= record.start && record.end() <= range.end);
    QVERIFY(range.duration() <= 3 * std::max<std::int64_t>(record.duration, 100) + 3);
}

void TimelineWidgetTest::clickOnAStepSelectsIt()
{
    m_timeline->zoomToStep(10);
    drawn();
    auto* picture = m_timeline->findChild<TimelineCanvas*>();
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, {600, picture->rowRect(0).center().y()});
    const format::Step step = m_view.step(10);
    QCOMPARE(m_timeline->axis()->selection(), std::optional(TimeRange{step.start, step.end}));
}

void TimelineWidgetTest::hoverFindsSpans()
{
    QVERIFY(!overASpan().isNull());
    moveTo({kLeft / 2.0, 100});
    QVERIFY(!m_timeline->findChild<TimelineCanvas*>()->scene().hovered);
    QVERIFY(!m_timeline->axis()->cursor()); // no time under the labels
}

void TimelineWidgetTest::escapeClears()
{
    QSignalSpy cleared(m_timeline.get(), &TimelineWidget::spanCleared);
    m_timeline->goToSpan(0, 0);
    m_timeline->focusOp(1);
    m_timeline->axis()->setSelection(m_timeline->axis()->range());
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QVERIFY(!m_timeline->axis()->selection());
    QCOMPARE(cleared.count(), 1);
}

void TimelineWidgetTest::goToSpanShowsIt()
{
    m_timeline->resize(1200, 260); // its lane is below the visible rows
    drawn();
    const std::size_t lane = m_view.lanes().size() - 1;
    const std::size_t span = m_view.lanes()[lane].size() / 2;
    m_timeline->goToSpan(lane, span);
    const trace::SpanRecord record = m_view.lanes()[lane].span(span);
    const TimeRange range = m_timeline->axis()->range();
    QVERIFY(range.begin <= record.start && record.end() <= range.end);
    QVERIFY(m_timeline->findChild<QScrollBar*>()->value() > 0);
    m_timeline->goToSpan(9999, 0); // ignored
    m_timeline->goToSpan(0, 99'999'999);
    QCOMPARE(m_timeline->axis()->range(), range);
    m_timeline->axis()->back();
    QCOMPARE(m_timeline->axis()->range(), m_timeline->axis()->extent());
}

void TimelineWidgetTest::followsLive()
{
    const std::vector<std::byte> bytes = testing::makeTrainingRecording({.steps = 120});
    trace::TraceStore store;
    TimelineWidget live;
    live.resize(900, 500);
    live.axis()->setFollowing(true);
    live.show();
    const std::size_t piece = bytes.size() / 50;
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
        QVERIFY(store.feed(std::span(bytes).subspan(i, std::min(piece, bytes.size() - i))).ok());
        live.setView(store.view());
        QCoreApplication::processEvents();
        QVERIFY(live.axis()->following());
        QVERIFY(live.axis()->range().end >= store.view().extent().end);
    }
    QCOMPARE(live.axis()->range().duration(), TimeAxis::kFollowedRange);
    QTest::keyClick(&live, Qt::Key_A);
    QVERIFY(!live.axis()->following());
}

void TimelineWidgetTest::anotherRecordingResetsTheTimeline()
{
    m_timeline->goToSpan(0, 5);
    m_timeline->axis()->setSelection(m_timeline->axis()->range());
    const trace::TraceView other = testing::viewOf(testing::makeTrainingRecording({.steps = 10, .seed = 5}));
    m_timeline->setView(other);
    QCOMPARE(m_timeline->axis()->range(), other.extent());
    QVERIFY(!m_timeline->axis()->selection());
    QVERIFY(!m_timeline->axis()->canGoBack());
    drawn();
    m_timeline->setView(trace::TraceView()); // closed: shows a text
    drawn();
    QVERIFY(!m_timeline->grab().isNull());
}

void TimelineWidgetTest::framesAreCapped()
{
    // A thousand views and movements are drawn in a few frames.
    int painted = 0;
    struct Counter : QObject
    {
        explicit Counter(int& count)
            : m_count(count)
        {}
        bool eventFilter(QObject*, QEvent* event) override
        {
            m_count += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
        int& m_count;
    } counter(painted);
    drawn();
    auto* plot = m_timeline->findChild<TimelineCanvas*>()->findChild<QWidget*>(); // covers the canvas
    QVERIFY(plot);
    plot->installEventFilter(&counter);
    for (int i = 0; i < 1000; ++i) {
        m_timeline->setView(m_view);
        m_timeline->axis()->panBy(i % 2 == 0 ? 0.01 : -0.01);
        m_timeline->axis()->zoomBy(1.001, m_timeline->axis()->extent().begin);
    }
    QVERIFY(painted <= 2);
    QTRY_VERIFY(painted >= 1);
    drawn();
    QVERIFY(painted <= 4);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::TimelineWidgetTest)
#include "tst_timelinewidget.moc"
