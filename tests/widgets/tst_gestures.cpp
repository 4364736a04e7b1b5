#include "tests/support/guiwatchdog.h"
#include "tests/support/recordingbuilder.h"
#include "widgets/glide.h"
#include "widgets/navigation.h"
#include "widgets/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

namespace stepscope::widgets {

using testing::GuiWatchdog;
using testing::RecordingBuilder;
using trace::TimeRange;

/// What hands do with a timeline beyond the plain movements (those are in tst_timelinewidget): on a real widget, with a
/// watchdog that sees whether anything kept the event loop waiting.
class GesturesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void rightDragZooms();
    void controlDragZooms();
    void escapeGivesABandUp();
    void shiftDragPans();
    void pinchZoomsAtTheFingers();
    void endGoesToTheEnd();
    void backAndForwardThroughViews();
    void cursorsByKeysSnap();
    void cursorsByShiftClick();
    void flagsCanBeDragged();
    void escapeRemovesCursors();
    void cursorsSurviveMoreOfTheRecording();
    void menuOfASpan();
    void menuChoosesTheRail();
    void bookmarksInTheRuler();
    void arrowsOfTheChosenSpan();
    void searchedSpansAreLit();
    void picturesGlide();
    void newGesturesTurnAGlideAround();
    void gesturesDoNotWaitForPictures();
    void badInput_data();
    void badInput();

private:
    TimelineCanvas* canvas() const { return m_timeline->findChild<TimelineCanvas*>(); }
    QRect data() const { return canvas()->dataArea(); }
    TimeAxis* axis() const { return m_timeline->axis(); }
    Navigation* navigation() const { return m_timeline->navigation(); }
    void show(const trace::TraceView& view);
    void moveTo(QPointF position, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers modifiers = {}) const;
    void drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) const;
    void wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;
    static void drawn() { QTest::qWait(50); }
    double xOf(std::int64_t time) const;
    /// A place on a span of a lane of this kind; what it is by hovering.
    QPointF overASpan(format::Lane::Kind kind, SpanPlace* place = nullptr);

    trace::TraceView m_view;
    std::unique_ptr<TimelineWidget> m_timeline;
    std::unique_ptr<GuiWatchdog> m_watchdog;
};

void GesturesTest::initTestCase()
{
    // Fonts are looked for when the first picture is made; that is no gesture's fault.
    m_view = testing::viewOf(testing::makeTrainingRecording());
    show(m_view);
    m_timeline.reset();
    m_watchdog.reset();
}

void GesturesTest::init()
{
    m_view = testing::viewOf(testing::makeTrainingRecording());
    show(m_view);
}

void GesturesTest::show(const trace::TraceView& view)
{
    m_view = view;
    m_watchdog = std::make_unique<GuiWatchdog>();
    m_timeline = std::make_unique<TimelineWidget>();
    m_timeline->resize(1200, 760);
    m_timeline->setView(view);
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    drawn();
}

void GesturesTest::cleanup()
{
    if (m_watchdog) {
        const double worst = m_watchdog->worstMs();
        QVERIFY2(worst <= GuiWatchdog::mostMs(),
                 qPrintable(QStringLiteral("the event loop waited for %1 ms of work").arg(worst)));
    }
    m_timeline.reset();
    m_watchdog.reset();
}

void GesturesTest::moveTo(QPointF position, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) const
{
    QMouseEvent event(QEvent::MouseMove, position, canvas()->mapToGlobal(position), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(canvas(), &event);
    QCoreApplication::processEvents();
}

void GesturesTest::drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const
{
    QTest::mousePress(canvas(), button, modifiers, from);
    moveTo((from + to) / 2, button, modifiers);
    moveTo(to, button, modifiers);
    QTest::mouseRelease(canvas(), button, modifiers, to);
}

void GesturesTest::wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers) const
{
    QWheelEvent event(position, canvas()->mapToGlobal(position), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &event);
    QCoreApplication::processEvents();
}

double GesturesTest::xOf(std::int64_t time) const
{
    const TimeRange range = axis()->shown();
    return data().left() +
           data().width() * static_cast<double>(time - range.begin) / static_cast<double>(range.duration());
}

QPointF GesturesTest::overASpan(format::Lane::Kind kind, SpanPlace* place)
{
    for (std::size_t lane = 0; lane < m_view.lanes().size(); ++lane) {
        if (m_view.lanes()[lane].info().kind != kind || m_view.lanes()[lane].size() == 0)
            continue;
        const trace::SpanRecord span = m_view.lanes()[lane].span(0);
        axis()->zoomTo({span.start - span.duration, span.end() + span.duration});
        drawn();
        const QRect row = canvas()->rowRect(canvas()->scene().rows.ofLane(lane));
        const QPointF middle(xOf(span.start + span.duration / 2),
                             row.top() + kLanePadding + span.depth * kDepthHeight + kDepthHeight / 2.0);
        QSignalSpy hovered(m_timeline.get(), &TimelineWidget::spanHovered);
        moveTo(middle);
        if (hovered.isEmpty() || hovered.last().at(0).value<std::size_t>() != lane)
            return {};
        if (place)
            *place = {lane, hovered.last().at(1).value<std::size_t>()};
        return middle;
    }
    return {};
}

void GesturesTest::rightDragZooms()
{
    const TimeRange before = axis()->range();
    const QPoint to(400 + data().width() / 4, 320);
    QTest::mousePress(canvas(), Qt::RightButton, {}, {400, 300});
    moveTo({500, 310}, Qt::RightButton);
    moveTo(to, Qt::RightButton);
    QCOMPARE(axis()->range(), before); // not before it is let go
    QTest::mouseRelease(canvas(), Qt::RightButton, {}, to);
    const double share = static_cast<double>(axis()->range().duration()) / static_cast<double>(before.duration());
    QVERIFY(std::abs(share - 0.25) < 0.01);
    QVERIFY(!axis()->selection());
    QVERIFY(!m_timeline->findChild<QMenu*>());
    axis()->back();
    QCOMPARE(axis()->range(), before);
}

void GesturesTest::controlDragZooms()
{
    const TimeRange before = axis()->range();
    drag({400 + data().width() / 4, 300}, {400, 300}, Qt::LeftButton, Qt::ControlModifier);
    const double share = static_cast<double>(axis()->range().duration()) / static_cast<double>(before.duration());
    QVERIFY(std::abs(share - 0.25) < 0.01);
    QVERIFY(!axis()->selection());
}

void GesturesTest::escapeGivesABandUp()
{
    const TimeRange before = axis()->range();
    axis()->setSelection(TimeRange{before.begin, before.begin + 5});
    QTest::mousePress(canvas(), Qt::RightButton, {}, {400, 300});
    moveTo({632, 320}, Qt::RightButton);
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::RightButton, {}, {632, 320});
    QCOMPARE(axis()->range(), before);
    QVERIFY(axis()->selection()); // only what was going on was given up
}

void GesturesTest::shiftDragPans()
{
    axis()->zoomBy(10, axis()->extent().begin + 2'000'000'000);
    const TimeRange before = axis()->range();
    drag({600, 300}, {500, 300}, Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(axis()->range().begin > before.begin);
    QCOMPARE(axis()->range().duration(), before.duration());
    QVERIFY(!axis()->selection());
    QVERIFY(navigation()->cursors().isEmpty());
}

void GesturesTest::pinchZoomsAtTheFingers()
{
    const QPointF middle(500, 300);
    moveTo(middle);
    const std::int64_t under = *axis()->cursor();
    const std::int64_t before = axis()->range().duration();
    QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, middle, middle,
                              canvas()->mapToGlobal(middle), 0.5, {});
    QCoreApplication::sendEvent(canvas(), &pinch);
    QVERIFY(std::abs(static_cast<double>(before) / static_cast<double>(axis()->range().duration()) - 1.5) < 0.01);
    moveTo(middle);
    QVERIFY(std::abs(*axis()->cursor() - under) <= axis()->range().duration() / 900);
}

void GesturesTest::endGoesToTheEnd()
{
    axis()->zoomBy(10, axis()->extent().begin);
    const std::int64_t duration = axis()->range().duration();
    QTest::keyClick(m_timeline.get(), Qt::Key_End);
    QCOMPARE(axis()->range().end, axis()->extent().end);
    QCOMPARE(axis()->range().duration(), duration);
    QTest::keyClick(m_timeline.get(), Qt::Key_F); // belongs to the window: it finds
    QVERIFY(!axis()->following());
    QTest::keyClick(m_timeline.get(), Qt::Key_L);
    QVERIFY(axis()->following());
}

void GesturesTest::backAndForwardThroughViews()
{
    std::vector<TimeRange> views{axis()->range()};
    for (std::size_t step = 0; step < 5; ++step) {
        m_timeline->zoomToStep(step * 3);
        views.push_back(axis()->range());
    }
    for (std::size_t i = views.size() - 1; i-- > 0;) {
        QTest::keyClick(m_timeline.get(), Qt::Key_Backspace);
        QCOMPARE(axis()->range(), views[i]);
    }
    for (std::size_t i = 1; i < views.size(); ++i) {
        QTest::keyClick(m_timeline.get(), Qt::Key_Backspace, Qt::ShiftModifier);
        QCOMPARE(axis()->range(), views[i]);
    }
}

void GesturesTest::cursorsByKeysSnap()
{
    m_timeline->zoomToStep(10);
    drawn();
    const format::Step step = m_view.step(10);
    QSignalSpy measured(navigation(), &Navigation::measured);
    const double y = data().top() + 12; // the row of steps
    moveTo({std::round(xOf(step.start)) + 4, y});
    QTest::keyClick(m_timeline.get(), Qt::Key_Q);
    QCOMPARE(navigation()->cursors().a, std::optional(step.start));
    moveTo({std::round(xOf(step.end)) - 4, y});
    QTest::keyClick(m_timeline.get(), Qt::Key_E);
    QCOMPARE(navigation()->cursors().b, std::optional(step.end));
    QCOMPARE(measured.count(), 1);
    QVERIFY2(navigation()->measurement().contains("VDD_IN"), qPrintable(navigation()->measurement()));
    QVERIFY(navigation()->measurement().contains("1 step"));
    // Exactly where it is, when one says so.
    moveTo({std::round(xOf(step.start)) + 4, y});
    QTest::keyClick(m_timeline.get(), Qt::Key_Q, Qt::ShiftModifier);
    QVERIFY(*navigation()->cursors().a > step.start);
    QCOMPARE(measured.count(), 2);
}

void GesturesTest::cursorsByShiftClick()
{
    QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ShiftModifier, {400, 300});
    QVERIFY(navigation()->cursors().a && !navigation()->cursors().b);
    QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ShiftModifier, {700, 300});
    QVERIFY(navigation()->cursors().b);
    const std::int64_t b = *navigation()->cursors().b;
    const std::int64_t a = *navigation()->cursors().a;
    QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ShiftModifier, {450, 300}); // A is nearer
    QVERIFY(*navigation()->cursors().a > a);
    QCOMPARE(*navigation()->cursors().b, b);
    QVERIFY(!axis()->selection());
}

void GesturesTest::flagsCanBeDragged()
{
    const std::int64_t start = axis()->range().begin + axis()->range().duration() / 3;
    navigation()->setCursor(Cursors::A, start);
    const QPoint flag(static_cast<int>(xOf(start)), canvas()->rulerArea().top() + 8);
    const TimeRange before = axis()->range();
    drag(flag, flag + QPoint(200, 5), Qt::LeftButton, Qt::AltModifier);
    const std::int64_t perPixel = before.duration() / data().width();
    QVERIFY(std::abs(*navigation()->cursors().a - start - 200 * perPixel) <= 3 * perPixel);
    QVERIFY(!axis()->selection());
    QCOMPARE(axis()->range(), before);
}

void GesturesTest::escapeRemovesCursors()
{
    navigation()->setCursor(Cursors::A, axis()->range().begin);
    navigation()->setCursor(Cursors::B, axis()->range().end);
    QVERIFY(!navigation()->measurement().isEmpty());
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QVERIFY(navigation()->cursors().isEmpty());
    QVERIFY(navigation()->measurement().isEmpty());
}

void GesturesTest::cursorsSurviveMoreOfTheRecording()
{
    testing::TrainingOptions options{.steps = 10, .ended = false};
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording(options)));
    navigation()->setCursor(Cursors::A, axis()->extent().begin + 5);
    options.steps = 20;
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording(options)));
    QVERIFY(navigation()->cursors().a);
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording({.steps = 5, .seed = 9})));
    QVERIFY(!navigation()->cursors().a); // another one
}

void GesturesTest::menuOfASpan()
{
    const QPointF place = overASpan(format::Lane::Kind::GpuStream);
    QVERIFY(!place.isNull());
    QTest::mouseClick(canvas(), Qt::RightButton, {}, place.toPoint());
    auto* menu = m_timeline->findChild<QMenu*>("timelineMenu");
    QVERIFY(menu);
    QVERIFY(menu->isVisible());
    auto* launcher = menu->findChild<QAction*>("goToLauncher");
    QVERIFY(launcher);
    QSignalSpy activated(m_timeline.get(), &TimelineWidget::spanActivated);
    launcher->trigger();
    QCOMPARE(activated.count(), 1);
    const auto lane = activated.first().at(0).value<std::size_t>();
    QVERIFY(m_view.lanes()[lane].info().kind == format::Lane::Kind::Thread);
    QSignalSpy instances(navigation(), &Navigation::instanceWanted);
    menu->findChild<QAction*>("nextInstance")->trigger();
    QCOMPARE(instances.count(), 1);
    menu->close();
}

void GesturesTest::menuChoosesTheRail()
{
    navigation()->setCursor(Cursors::A, axis()->range().begin);
    navigation()->setCursor(Cursors::B, axis()->range().end);
    std::unique_ptr<QMenu> menu(navigation()->makeMenu({600, 300}, nullptr));
    const auto* rails = menu->findChild<QMenu*>("rails");
    QVERIFY(rails);
    QCOMPARE(rails->actions().size(), static_cast<qsizetype>(powerRails(m_view).size()));
    for (QAction* action : rails->actions()) {
        QCOMPARE(action->isChecked(), action->text() == "VDD_IN");
        if (action->text() == "VDD_SYS_GPU")
            action->trigger();
    }
    QVERIFY(navigation()->measurement().contains("VDD_SYS_GPU"));
}

void GesturesTest::bookmarksInTheRuler()
{
    const std::int64_t at = axis()->range().begin + axis()->range().duration() / 2;
    navigation()->setBookmarks({{{at, at}, "here"}, {{at + axis()->range().duration() / 4, at * 2}, "there"}});
    QSignalSpy activated(m_timeline.get(), &TimelineWidget::bookmarkActivated);
    QTest::mouseClick(canvas(), Qt::LeftButton, {},
                      {static_cast<int>(xOf(at)) + 3, canvas()->rulerArea().bottom() - 6});
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().value<std::size_t>(), std::size_t{0});
    axis()->setSelection(TimeRange{5, 9});
    QCOMPARE(navigation()->placeOfInterest(), (TimeRange{5, 9}));
}

void GesturesTest::arrowsOfTheChosenSpan()
{
    SpanPlace kernel;
    const QPointF place = overASpan(format::Lane::Kind::GpuStream, &kernel);
    QVERIFY(!place.isNull());
    const QImage without = m_timeline->grab().toImage();
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, place.toPoint());
    drawn();
    QCOMPARE(causesOf(m_view, kernel, 10).size(), std::size_t{1});
    QVERIFY(m_timeline->grab().toImage() != without);
}

void GesturesTest::searchedSpansAreLit()
{
    m_timeline->zoomToStep(5);
    drawn();
    const QImage before = m_timeline->grab().toImage();
    const std::atomic<bool> never = false;
    navigation()->setLit(findOps(m_view, {"conv2d", true, false, 0}, never).instances);
    drawn();
    const QImage lit = m_timeline->grab().toImage();
    QVERIFY(lit != before);
    navigation()->setLit(nullptr);
    drawn();
    QVERIFY(m_timeline->grab().toImage() == before);
}

void GesturesTest::picturesGlide()
{
    axis()->setGlideTime(400);
    const TimeRange before = axis()->range();
    QSignalSpy shown(axis(), &TimeAxis::shownChanged);
    wheel({500, 300}, 240);
    const TimeRange target = axis()->range();
    QVERIFY(target.duration() < before.duration()); // counted at once
    QVERIFY(axis()->shown() != target);             // seen in a moment
    QTRY_COMPARE(axis()->shown(), target);
    QVERIFY(shown.count() > 1);
    std::int64_t longest = before.duration();
    for (const auto& arguments : shown) {
        const auto range = arguments.first().value<TimeRange>();
        QVERIFY(range.duration() <= longest); // no way back on the way there
        longest = range.duration();
    }
    // What a hand holds does not glide.
    QTest::mousePress(canvas(), Qt::MiddleButton, {}, {600, 300});
    moveTo({560, 300}, Qt::MiddleButton);
    QCOMPARE(axis()->shown(), axis()->range());
    QTest::mouseRelease(canvas(), Qt::MiddleButton, {}, {560, 300});
}

void GesturesTest::newGesturesTurnAGlideAround()
{
    axis()->setGlideTime(10'000); // as good as for ever
    m_timeline->zoomToStep(10);
    QTest::qWait(30);
    const TimeRange way = axis()->shown();
    QVERIFY(way != axis()->range());
    axis()->showAll();
    QCOMPARE(axis()->range(), axis()->extent());
    QVERIFY(axis()->shown().duration() >= way.duration()); // from where it was, not from an end
    axis()->setGlideTime(60);
    m_timeline->zoomToStep(3);
    const TimeRange target = axis()->range();
    QTRY_COMPARE(axis()->shown(), target);
    // While following, the end moves on below a glide.
    axis()->setFollowing(true);
    const TimeRange extent = axis()->extent();
    axis()->setExtent({extent.begin, extent.end + 3'000'000'000});
    QCOMPARE(axis()->range().end, extent.end + 3'000'000'000);
    QTRY_COMPARE(axis()->shown(), axis()->range());
}

void GesturesTest::gesturesDoNotWaitForPictures()
{
    // A hundred turns of the wheel are counted at once, and the picture is where they lead to soon after the last.
    axis()->setGlideTime(kGlideMs);
    const std::int64_t before = axis()->range().duration();
    for (int i = 0; i < 30; ++i)
        wheel({500, 300}, 120);
    const double expected = static_cast<double>(before) / std::pow(1.25, 30);
    QVERIFY(std::abs(static_cast<double>(axis()->range().duration()) - expected) < expected * 0.01);
    QTRY_COMPARE(axis()->shown(), axis()->range());
}

namespace {

trace::TraceView manyLanes()
{
    RecordingBuilder builder;
    const auto op = builder.op("aten::add");
    for (std::uint32_t lane = 1; lane <= 10'000; ++lane) {
        const std::int64_t at = lane * 1000;
        builder.lane({.id = lane, .thread = lane, .name = {}}).spans(lane, {{at, 500, op, 0}, {at + 600, 100, op, 0}});
    }
    return testing::viewOf(builder.bytes());
}

trace::TraceView deepAndOdd()
{
    RecordingBuilder builder;
    const auto longName = builder.op(std::string(10'000, 'x') + "::" + std::string(10'000, 'y'));
    const auto brackets = builder.op(std::string(5'000, '<') + std::string(5'000, '('));
    builder.lane({.id = 1, .name = std::string(10'000, 'n')});
    std::vector<trace::SpanRecord> spans;
    for (std::int64_t depth = 0; depth < 200; ++depth)
        spans.push_back({depth * 10, 1'000'000 - depth * 20, depth % 2 == 0 ? longName : brackets,
                         static_cast<std::uint8_t>(depth)});
    for (std::int64_t i = 0; i < 50'000; ++i)
        spans.push_back({2'000'000 + i / 100, 0, longName, 0}); // without duration, a hundred at once
    for (std::int64_t i = 0; i < 2'000; ++i)
        spans.push_back({3'000'000 + i, 1'000'000, brackets, 0}); // all over each other
    builder.spans(1, spans);
    return testing::viewOf(builder.bytes());
}

trace::TraceView endsOfTime()
{
    RecordingBuilder builder;
    const auto op = builder.op("op");
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kBegin = std::numeric_limits<std::int64_t>::min();
    builder.lane({.id = 1, .name = {}})
        .spans(1, {{kBegin, 10, op, 0}, {-(std::int64_t{1} << 61), 10, op, 0}, {0, -5, op, 0}});
    builder.spans(1, {{std::int64_t{1} << 61, 100, op, 0}, {kEnd, kEnd, op, 0}});
    builder.steps({{.index = 0, .start = kBegin, .end = kEnd}, {.index = 1, .start = 0, .end = 1}});
    return testing::viewOf(builder.bytes());
}

} // namespace

void GesturesTest::badInput_data()
{
    QTest::addColumn<trace::TraceView>("view");
    QTest::newRow("10,000 lanes") << manyLanes();
    QTest::newRow("200 deep, long names, no durations, all over each other") << deepAndOdd();
    QTest::newRow("ends of time") << endsOfTime();
    QTest::newRow("nothing") << trace::TraceView();
}

void GesturesTest::badInput()
{
    QFETCH(trace::TraceView, view);
    cleanup();
    show(view);
    axis()->setGlideTime(30);
    const auto everything = [&] {
        for (int i = 0; i < 8; ++i) {
            wheel({300 + i * 60.0, 300}, i % 3 == 0 ? -120 : 240);
            moveTo({310 + i * 60.0, 90 + i * 40.0});
            QTest::keyClick(m_timeline.get(), i % 2 == 0 ? Qt::Key_Q : Qt::Key_E);
            QTest::keyClick(m_timeline.get(), i % 2 == 0 ? Qt::Key_D : Qt::Key_Down);
            QTest::mouseClick(canvas(), Qt::LeftButton, {}, {310 + i * 60, 60 + i * 40});
            QTest::qWait(10);
        }
        drag({300, 300}, {500, 320}, Qt::LeftButton);
        drag({300, 300}, {500, 320}, Qt::RightButton);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, {400, 60});
        QTest::keyClick(m_timeline.get(), Qt::Key_Backspace);
        QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
        drawn();
    };
    everything();
    QTest::keyClick(m_timeline.get(), Qt::Key_Home);
    drawn();
    const std::atomic<bool> never = false;
    navigation()->setLit(findOps(view, {"."}, never).instances);
    everything();
    QVERIFY(axis()->range().duration() >= TimeAxis::kShortestRange);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::GesturesTest)
#include "tst_gestures.moc"
