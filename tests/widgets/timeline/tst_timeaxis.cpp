#include "widgets/timeline/timeaxis.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

namespace stepscope::widgets {

using trace::TimeRange;

class TimeAxisTest : public QObject
{
    Q_OBJECT

private slots:
    void showsTheWholeRecording();
    void zoomKeepsTheAnchor();
    void staysInsideTheRecording();
    void goesBackAndForward();
    void followsUntilPanned();
    void zoomWhileFollowingKeepsTheEnd();
    void selectionAndCursorAreReported();
    void extremeTimesAreSafe();
    void animationsKeepFixedPoints();
    void animationsChangeOnlyThePicture();
};

void TimeAxisTest::showsTheWholeRecording()
{
    TimeAxis axis;
    axis.reset({1000, 9'000'000});
    QCOMPARE(axis.range(), (TimeRange{1000, 9'000'000}));
    axis.setExtent({1000, 20'000'000}); // the visible range grows with the extent
    QCOMPARE(axis.range(), axis.extent());
    axis.zoomTo({2000, 4000});
    axis.setExtent({1000, 30'000'000});
    QCOMPARE(axis.range(), (TimeRange{2000, 4000}));
    axis.showAll();
    QCOMPARE(axis.range(), axis.extent());
}

void TimeAxisTest::zoomKeepsTheAnchor()
{
    TimeAxis axis;
    axis.reset({0, 1'000'000'000'000});
    std::mt19937 random(1);
    for (int i = 0; i < 40; ++i) {
        const TimeRange before = axis.range();
        const std::int64_t anchor =
            before.begin + static_cast<std::int64_t>(random() % 1000) * (before.duration() / 1000);
        axis.zoomBy(1.37, anchor);
        const TimeRange after = axis.range();
        if (after.duration() <= 10'000)
            break;
        const double shareBefore = static_cast<double>(anchor - before.begin) / static_cast<double>(before.duration());
        const double shareAfter = static_cast<double>(anchor - after.begin) / static_cast<double>(after.duration());
        QVERIFY(std::abs(shareBefore - shareAfter) < 1e-3);
        QVERIFY(std::abs(static_cast<double>(before.duration()) / static_cast<double>(after.duration()) - 1.37) < 1e-3);
    }
    for (int i = 0; i < 500; ++i)
        axis.zoomBy(2, axis.range().begin);
    QCOMPARE(axis.range().duration(), TimeAxis::kShortestRange);
}

void TimeAxisTest::staysInsideTheRecording()
{
    TimeAxis axis;
    axis.reset({1000, 1'001'000});
    axis.zoomBy(4, 500'000);
    for (int i = 0; i < 100; ++i)
        axis.panBy(0.3);
    QCOMPARE(axis.range().end, axis.extent().end);
    QVERIFY(axis.range().duration() == 250'000);
    for (int i = 0; i < 100; ++i)
        axis.panBy(-0.3);
    QCOMPARE(axis.range().begin, axis.extent().begin);
    for (int i = 0; i < 100; ++i)
        axis.zoomBy(0.5, axis.range().begin);
    QCOMPARE(axis.range(), axis.extent());
}

void TimeAxisTest::goesBackAndForward()
{
    TimeAxis axis;
    axis.reset({0, 1'000'000});
    QVERIFY(!axis.canGoBack());
    axis.zoomTo({100'000, 200'000});
    // Consecutive small movements are one step of the history.
    for (int i = 0; i < 5; ++i)
        axis.panBy(0.1);
    axis.zoomBy(1.5, 200'000);
    const TimeRange moved = axis.range();
    axis.zoomTo({5000, 6000});
    axis.back();
    QCOMPARE(axis.range(), moved);
    axis.back();
    QCOMPARE(axis.range(), (TimeRange{100'000, 200'000}));
    axis.back();
    QCOMPARE(axis.range(), axis.extent());
    QVERIFY(!axis.canGoBack());
    axis.forward();
    axis.forward();
    axis.forward();
    QCOMPARE(axis.range(), (TimeRange{5000, 6000}));
    QVERIFY(!axis.canGoForward());
    axis.back();
    axis.zoomTo({7000, 8000}); // discards the steps forward
    QVERIFY(!axis.canGoForward());
}

void TimeAxisTest::followsUntilPanned()
{
    TimeAxis axis;
    axis.setFollowing(true);
    axis.reset({0, 1'000'000'000});
    QCOMPARE(axis.range(), (TimeRange{0, TimeAxis::kFollowedRange})); // with room for new data
    axis.setExtent({0, 60'000'000'000});
    QCOMPARE(axis.range(), (TimeRange{50'000'000'000, 60'000'000'000}));
    QSignalSpy following(&axis, &TimeAxis::followingChanged);
    axis.panBy(-0.1);
    QVERIFY(!axis.following());
    QCOMPARE(following.count(), 1);
    const TimeRange seen = axis.range();
    axis.setExtent({0, 70'000'000'000});
    QCOMPARE(axis.range(), seen);
    axis.setFollowing(true);
    QCOMPARE(axis.range().end, std::int64_t{70'000'000'000});
}

void TimeAxisTest::zoomWhileFollowingKeepsTheEnd()
{
    TimeAxis axis;
    axis.setFollowing(true);
    axis.reset({0, 60'000'000'000});
    axis.zoomBy(2, 52'000'000'000);
    QVERIFY(axis.following());
    QCOMPARE(axis.range(), (TimeRange{55'000'000'000, 60'000'000'000}));
    axis.setExtent({0, 61'000'000'000});
    QCOMPARE(axis.range(), (TimeRange{56'000'000'000, 61'000'000'000}));
}

void TimeAxisTest::selectionAndCursorAreReported()
{
    TimeAxis axis;
    QSignalSpy selections(&axis, &TimeAxis::selectionChanged);
    QSignalSpy cursors(&axis, &TimeAxis::cursorChanged);
    axis.setSelection(TimeRange{5, 9});
    axis.setSelection(TimeRange{5, 9});
    axis.setSelection(TimeRange{7, 7}); // an empty range clears the selection
    QCOMPARE(selections.count(), 2);
    QVERIFY(!axis.selection());
    axis.setCursor(7);
    axis.setCursor(7);
    axis.setCursor({});
    QCOMPARE(cursors.count(), 2);
}

void TimeAxisTest::extremeTimesAreSafe()
{
    constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    TimeAxis axis;
    axis.reset({kMin, kMax});
    for (const TimeRange range :
         {TimeRange{kMin, kMax}, TimeRange{kMax, kMin}, TimeRange{0, 0}, TimeRange{kMax - 5, kMax}}) {
        axis.zoomTo(range);
        axis.zoomBy(1e30, kMax);
        axis.zoomBy(1e-30, kMin);
        axis.panBy(1e12);
        axis.panBy(-1e12);
        axis.zoomBy(0, 0);
        axis.panBy(std::numeric_limits<double>::quiet_NaN());
        QVERIFY(axis.range().duration() >= TimeAxis::kShortestRange);
    }
    axis.setFollowing(true);
    axis.setExtent({kMax - 10, kMax});
    QVERIFY(axis.range().duration() > 0);
}

void TimeAxisTest::animationsKeepFixedPoints()
{
    const TimeRange all{0, 1'000'000'000'000};
    QCOMPARE(between(all, {5, 10}, 0), all);
    QCOMPARE(between(all, {5, 10}, 1), (TimeRange{5, 10}));
    // A zoom at a third of the screen keeps the time there fixed.
    const std::int64_t anchor = 333'000'000'000;
    const TimeRange near{anchor - 333, anchor + 667};
    double duration = static_cast<double>(all.duration());
    for (double share = 0.05; share < 1; share += 0.05) {
        const TimeRange range = between(all, near, share);
        const double place = static_cast<double>(anchor - range.begin) / static_cast<double>(range.duration());
        QVERIFY(std::abs(place - 0.333) < 0.002);
        QVERIFY(static_cast<double>(range.duration()) < duration);
        duration = static_cast<double>(range.duration());
    }
    // Panning is linear.
    QCOMPARE(between({0, 100}, {40, 140}, 0.5), (TimeRange{20, 120}));
    constexpr std::int64_t kFar = (std::int64_t{1} << 62) - 1;
    for (double share = 0; share <= 1; share += 0.1)
        QVERIFY(between({-kFar, kFar}, {kFar - 100, kFar}, share).duration() > 0);
    QVERIFY(canAnimate({0, 100}, {400, 500}));
    QVERIFY(!canAnimate({0, 100}, {10'000, 10'100})); // too far
    QVERIFY(canAnimate(all, {5, 10}));
    QVERIFY(eased(0) == 0 && eased(1) == 1 && eased(0.5) > 0.5);
}

void TimeAxisTest::animationsChangeOnlyThePicture()
{
    TimeAxis axis;
    axis.reset({0, 1'000'000});
    axis.setAnimationTime(20);
    QSignalSpy ranges(&axis, &TimeAxis::rangeChanged);
    QSignalSpy pictures(&axis, &TimeAxis::shownChanged);
    axis.zoomTo({1000, 2000});
    QCOMPARE(axis.range(), (TimeRange{1000, 2000}));
    QCOMPARE(ranges.count(), 1);
    QCOMPARE(pictures.count(), 0);
    QTRY_COMPARE(axis.shown(), axis.range());
    QCOMPARE(ranges.count(), 1); // one signal for the whole animation
    axis.panBy(0.25, TimeAxis::Motion::Immediate);
    QCOMPARE(axis.shown(), axis.range());
    axis.setAnimationTime(0);
    axis.showAll();
    QCOMPARE(axis.shown(), axis.extent());
    axis.zoomTo({1000, 2000});
    axis.setExtent({0, 2'000'000});
    axis.showEnd();
    QCOMPARE(axis.range(), (TimeRange{1'999'000, 2'000'000}));
    axis.back();
    QCOMPARE(axis.range(), (TimeRange{1000, 2000}));
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::TimeAxisTest)
#include "tst_timeaxis.moc"
