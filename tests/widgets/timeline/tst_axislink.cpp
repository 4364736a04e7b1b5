#include "tests/support/recordingbuilder.h"
#include "widgets/timeline/axislink.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QTest>

#include <limits>

using namespace stepscope;
using namespace stepscope::widgets;
using trace::TimeRange;

/// The map between the times of two recordings, and the synchronization of two axes.
class TestAxisLink : public QObject
{
    Q_OBJECT

    static trace::TraceView steps(const std::vector<std::int64_t>& starts, std::int64_t length)
    {
        testing::RecordingBuilder builder;
        std::uint64_t index = 0;
        for (const std::int64_t start : starts)
            builder.steps(
                {{.index = index++, .start = start, .end = start + length, .samples = 0, .flags = 0, .process = 0}});
        return testing::viewOf(builder.bytes());
    }

private slots:
    void byTimeAlignsTheBeginnings()
    {
        const TimeMap map = TimeMap::byTime({1000, 2000}, {50'000, 90'000});
        QCOMPARE(map.toB(1000), 50'000);
        QCOMPARE(map.toB(1500), 50'500);
        QCOMPARE(map.toB(0), 49'000);
        QCOMPARE(map.toA(50'500), 1500);
    }

    void byStepsAlignsTheNthSteps()
    {
        const trace::TraceView a = steps({0, 100, 200, 300}, 100);
        const trace::TraceView b = steps({1000, 1500, 2000}, 400);
        const TimeMap map = TimeMap::bySteps(a, {0, 400}, b, {1000, 9000});
        QCOMPARE(map.toB(0), 1000);
        QCOMPARE(map.toB(100), 1500);
        QCOMPARE(map.toB(150), 1700); // the middle of the step
        QCOMPARE(map.toB(200), 2000);
        QCOMPARE(map.toB(300), 2400);
        QCOMPARE(map.toB(350), 2450); // b has no more steps: the same pace
        QCOMPARE(map.toB(-50), 950);
        for (std::int64_t time = -100; time < 500; time += 7)
            QVERIFY(std::abs(map.toA(map.toB(time)) - time) <= 1);
    }

    /// Two ranges of one recording: aligns their first steps.
    void rangesCountStepsFromTheirBeginning()
    {
        const trace::TraceView view = steps({0, 100, 200, 300, 400}, 100);
        const TimeMap map = TimeMap::bySteps(view, {100, 200}, view, {300, 400});
        QCOMPARE(map.toB(100), 300);
        QCOMPARE(map.toB(150), 350);
        QCOMPARE(map.toA(350), 150);
    }

    void withoutStepsAlignsByTime()
    {
        const trace::TraceView none = steps({}, 1);
        const TimeMap map = TimeMap::bySteps(none, {10, 20}, none, {30, 40});
        QCOMPARE(map.toB(15), 35);
    }

    void extremeTimesDoNotOverflow()
    {
        constexpr std::int64_t kFar = (std::int64_t{1} << 62) - 1; // limit of recordings
        const TimeMap map = TimeMap::byTime({-kFar / 2, 0}, {kFar / 2, kFar});
        QVERIFY(map.toB(kFar) > map.toB(0));
        QVERIFY(map.toA(-kFar) < map.toA(0));
    }

    void panningMovesBothAxes()
    {
        TimeAxis a;
        TimeAxis b;
        a.reset({0, 10'000'000});
        b.reset({50'000'000, 90'000'000});
        AxisLink link(&a, &b);
        link.setMap(TimeMap::byTime({0, 10'000'000}, {50'000'000, 60'000'000}));
        // Both axes show the union of the extents.
        QCOMPARE(a.range(), (TimeRange{0, 40'000'000}));
        QCOMPARE(b.range(), (TimeRange{50'000'000, 90'000'000}));

        a.zoomTo({2'000'000, 4'000'000});
        QCOMPARE(b.range(), (TimeRange{52'000'000, 54'000'000}));
        b.panBy(0.5);
        QCOMPARE(a.range(), (TimeRange{3'000'000, 5'000'000}));
        a.zoomBy(2, 4'000'000);
        QCOMPARE(b.range(), (TimeRange{53'500'000, 54'500'000}));
        // The axes stay aligned beyond the end of one recording.
        b.zoomTo({80'000'000, 85'000'000});
        QCOMPARE(a.range(), (TimeRange{30'000'000, 35'000'000}));
        a.setCursor(31'000'000);
        QCOMPARE(b.cursor().value_or(0), 81'000'000);
        b.setCursor(std::nullopt);
        QVERIFY(!a.cursor());
        a.showAll();
        QCOMPARE(a.range(), (TimeRange{0, 40'000'000}));
        QCOMPARE(b.range(), (TimeRange{50'000'000, 90'000'000}));
    }

    /// A link widens the extents of both axes, but not the recordings.
    void timesCountFromTheBeginOfTheRecording()
    {
        const trace::TraceView view = steps({5'000'000'000, 6'000'000'000}, 900'000'000);
        TimelineWidget timeline;
        timeline.setView(view);
        timeline.axis()->setExtent({view.extent().begin - 1'000'000'000, view.extent().end});
        QCOMPARE(timeline.findChild<TimelineCanvas*>()->scene().start(), view.extent().begin);
    }

    void goingBackMovesBothAxes()
    {
        TimeAxis a;
        TimeAxis b;
        a.reset({0, 1'000'000});
        b.reset({0, 1'000'000});
        const AxisLink link(&a, &b);
        a.zoomTo({100'000, 200'000});
        a.zoomTo({300'000, 400'000});
        a.back();
        QCOMPARE(b.range(), (TimeRange{100'000, 200'000}));
        b.back();
        QCOMPARE(a.range(), b.range());
    }

    void oneAxisMayBeDeleted()
    {
        auto a = std::make_unique<TimeAxis>();
        TimeAxis b;
        AxisLink link(a.get(), &b);
        a.reset();
        b.zoomTo({10, 1000});
        link.setMap(TimeMap::byTime({}, {}));
        QCOMPARE(b.range().begin, 10);
    }
};

QTEST_MAIN(TestAxisLink)
#include "tst_axislink.moc"
