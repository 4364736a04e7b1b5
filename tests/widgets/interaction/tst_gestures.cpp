#include "tests/widgets/timeline/timelinefixture.h"
#include "widgets/timeline/timeaxis.h"

#include <QNativeGestureEvent>
#include <QPointingDevice>

#include <cmath>

namespace stepscope::widgets {

using testing::RecordingBuilder;

/// Gestures on a timeline other than basic zooming and panning, which tst_timelinewidget tests.
class GesturesTest
    : public QObject
    , private TimelineFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void init() { open(); }
    void cleanup() { close(); }

    void rightDragZooms();
    void controlDragAddsASelection();
    void keysSelectBetweenTheCursors();
    void arrowsFollowTheSelectionOnly();
    void escapeCancelsABand();
    void shiftDragPans();
    void pinchZoomsAtTheFingers();
    void endGoesToTheEnd();
    void backAndForwardThroughViews();
    void movementsAreAnimated();
    void newMovementsStartFromTheCurrentPicture();
    void gesturesDoNotWaitForAnimations();
    void badInput_data();
    void badInput();
};

void GesturesTest::rightDragZooms()
{
    const TimeRange before = axis()->range();
    const QPoint to(400 + data().width() / 4, 320);
    QTest::mousePress(canvas(), Qt::RightButton, {}, {400, 300});
    moveTo({500, 310}, Qt::RightButton);
    moveTo(to, Qt::RightButton);
    QCOMPARE(axis()->range(), before); // not before the release
    QTest::mouseRelease(canvas(), Qt::RightButton, {}, to);
    const double share = static_cast<double>(axis()->range().duration()) / static_cast<double>(before.duration());
    QVERIFY(std::abs(share - 0.25) < 0.01);
    QVERIFY(!axis()->selection());
    QVERIFY(!m_timeline->findChild<QMenu*>());
    axis()->back();
    QCOMPARE(axis()->range(), before);
}

void GesturesTest::controlDragAddsASelection()
{
    const TimeRange before = axis()->range();
    drag({300, 300}, {400, 300}, Qt::LeftButton);
    const TimeRange first = axis()->selection().value();
    drag({600, 300}, {700, 300}, Qt::LeftButton, Qt::ControlModifier);
    QCOMPARE(axis()->selections().size(), std::size_t{2});
    QCOMPARE(axis()->selections()[0], first);
    QCOMPARE(axis()->selection().value(), axis()->selections()[1]);
    QCOMPARE(axis()->range(), before);
    drag({400, 300}, {620, 300}, Qt::LeftButton, Qt::ControlModifier); // touches both: one range
    QCOMPARE(axis()->selections().size(), std::size_t{1});
    QVERIFY(std::abs(xOf(axis()->selections()[0].begin) - 300) < 2 &&
            std::abs(xOf(axis()->selections()[0].end) - 700) < 2);
    QTest::mousePress(canvas(), Qt::LeftButton, Qt::ControlModifier, {800, 300});
    moveTo({850, 300}, Qt::LeftButton);
    QCOMPARE(axis()->selections().size(), std::size_t{2});
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, {850, 300});
    QCOMPARE(axis()->selections().size(), std::size_t{1}); // Esc cancels only the drag
    drag({300, 300}, {400, 300}, Qt::LeftButton);
    QCOMPARE(axis()->selections().size(), std::size_t{1});
}

/// The timeline stays calm while the pointer moves over it.
void GesturesTest::arrowsFollowTheSelectionOnly()
{
    SpanPlace place;
    const QPointF middle = overASpan(format::Lane::Kind::GpuStream, &place);
    QVERIFY(!middle.isNull());
    QVERIFY(canvas()->scene().hovered);
    QVERIFY(canvas()->scene().links.empty());
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(!canvas()->scene().links.empty());
    QCOMPARE(canvas()->scene().links.front().to, place);
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QVERIFY(canvas()->scene().links.empty());
}

void GesturesTest::keysSelectBetweenTheCursors()
{
    const TimeRange all = m_view.extent();
    const auto time = [&](int percent) { return all.begin + all.duration() / 100 * percent; };
    navigation()->setCursor(Cursors::A, time(30));
    navigation()->setCursor(Cursors::B, time(20));
    QTest::keyClick(m_timeline.get(), Qt::Key_X);
    QCOMPARE(axis()->selection().value(), (TimeRange{time(20), time(30)}));
    navigation()->setCursor(Cursors::A, time(50));
    navigation()->setCursor(Cursors::B, time(60));
    QTest::keyClick(m_timeline.get(), Qt::Key_X, Qt::ShiftModifier);
    QCOMPARE(axis()->selections().size(), std::size_t{2});
    QCOMPARE(axis()->selection().value(), (TimeRange{time(50), time(60)}));
}

void GesturesTest::escapeCancelsABand()
{
    const TimeRange before = axis()->range();
    axis()->setSelection(TimeRange{before.begin, before.begin + 5});
    QTest::mousePress(canvas(), Qt::RightButton, {}, {400, 300});
    moveTo({632, 320}, Qt::RightButton);
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::RightButton, {}, {632, 320});
    QCOMPARE(axis()->range(), before);
    QVERIFY(axis()->selection()); // Esc cancels only the drag
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
    QTest::keyClick(m_timeline.get(), Qt::Key_F); // belongs to the window: it opens the search
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

void GesturesTest::movementsAreAnimated()
{
    axis()->setAnimationTime(400);
    const TimeRange before = axis()->range();
    QSignalSpy shown(axis(), &TimeAxis::shownChanged);
    wheel({500, 300}, 240);
    const TimeRange target = axis()->range();
    QVERIFY(target.duration() < before.duration()); // immediately
    QVERIFY(axis()->shown() != target);             // still animated
    QTRY_COMPARE(axis()->shown(), target);
    QVERIFY(shown.count() > 1);
    std::int64_t longest = before.duration();
    for (const auto& arguments : shown) {
        const auto range = arguments.first().value<TimeRange>();
        QVERIFY(range.duration() <= longest); // monotonic
        longest = range.duration();
    }
    // Drags are not animated.
    QTest::mousePress(canvas(), Qt::MiddleButton, {}, {600, 300});
    moveTo({560, 300}, Qt::MiddleButton);
    QCOMPARE(axis()->shown(), axis()->range());
    QTest::mouseRelease(canvas(), Qt::MiddleButton, {}, {560, 300});
}

void GesturesTest::newMovementsStartFromTheCurrentPicture()
{
    axis()->setAnimationTime(10'000); // longer than the test
    m_timeline->zoomToStep(10);
    QTest::qWait(30);
    const TimeRange way = axis()->shown();
    QVERIFY(way != axis()->range());
    axis()->showAll();
    QCOMPARE(axis()->range(), axis()->extent());
    QVERIFY(axis()->shown().duration() >= way.duration()); // starts from the current picture
    axis()->setAnimationTime(60);
    m_timeline->zoomToStep(3);
    const TimeRange target = axis()->range();
    QTRY_COMPARE(axis()->shown(), target);
    // While following, the end moves during the animation.
    axis()->setFollowing(true);
    const TimeRange extent = axis()->extent();
    axis()->setExtent({extent.begin, extent.end + 3'000'000'000});
    QCOMPARE(axis()->range().end, extent.end + 3'000'000'000);
    QTRY_COMPARE(axis()->shown(), axis()->range());
}

void GesturesTest::gesturesDoNotWaitForAnimations()
{
    // A hundred turns of the wheel apply immediately; the animation ends soon after the last.
    axis()->setAnimationTime(kViewAnimationMs);
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
        spans.push_back({2'000'000 + i / 100, 0, longName, 0}); // zero duration, a hundred at each time
    for (std::int64_t i = 0; i < 2'000; ++i)
        spans.push_back({3'000'000 + i, 1'000'000, brackets, 0}); // overlapping
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
    const OpFinding found = findOps(view, {"."}, std::stop_token()); // a worker finds them in the program
    show(view);
    // Two thousand wide spans over each other, all highlighted, take 10 to 35 ms, and twice that while another test
    // uses the same core. No training records such spans.
    m_allowance = 2;
    axis()->setAnimationTime(30);
    // Each gesture is handled by itself, as those of a person are.
    const auto handled = [] { QCoreApplication::processEvents(); };
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(m_timeline.get(), key);
        handled();
    };
    const auto everything = [&] {
        for (int i = 0; i < 8; ++i) {
            wheel({300 + i * 60.0, 300}, i % 3 == 0 ? -120 : 240);
            moveTo({310 + i * 60.0, 90 + i * 40.0});
            press(i % 2 == 0 ? Qt::Key_Q : Qt::Key_E);
            press(i % 2 == 0 ? Qt::Key_D : Qt::Key_Down);
            QTest::mouseClick(canvas(), Qt::LeftButton, {}, {310 + i * 60, 60 + i * 40});
            QTest::qWait(10);
        }
        drag({300, 300}, {500, 320}, Qt::LeftButton);
        handled();
        drag({300, 300}, {500, 320}, Qt::RightButton);
        handled();
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, {400, 60});
        handled();
        press(Qt::Key_Backspace);
        press(Qt::Key_Escape);
        drawn();
    };
    everything();
    QTest::keyClick(m_timeline.get(), Qt::Key_Home);
    drawn();
    navigation()->setHighlighted(found.instances);
    everything();
    QVERIFY(axis()->range().duration() >= TimeAxis::kShortestRange);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::GesturesTest)
#include "tst_gestures.moc"
