#include "tests/support/recordingbuilder.h"
#include "widgets/render/framebuffer.h"
#include "widgets/timeline/overviewstrip.h"
#include "widgets/timelinewidget.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

namespace stepscope::widgets {

using trace::TimeRange;

/// The overview strip, copying the picture, and the frame times.
class OverviewTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_timeline.reset(); }
    void windowMarksTheVisibleRange();
    void dragOfTheWindowPans();
    void dragOfAnEdgeZooms();
    void clickJumps();
    void keysWork();
    void pictureIsCopied();
    void frameTimesAreOfTheLatestFrames();
    void frameTimesAreShown();

private:
    OverviewStrip* strip() const { return m_timeline->findChild<OverviewStrip*>(); }
    void drag(int from, int to) const;
    static void near(std::int64_t a, std::int64_t b, std::int64_t reach) { QVERIFY(std::abs(a - b) <= reach); }

    std::unique_ptr<TimelineWidget> m_timeline;
    TimeRange m_all;
};

void OverviewTest::init()
{
    m_timeline = std::make_unique<TimelineWidget>();
    m_timeline->setOverviewShown(true);
    m_timeline->resize(1200, 700);
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording()));
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    m_all = m_timeline->axis()->extent();
    const std::int64_t quarter = m_all.duration() / 4;
    m_timeline->axis()->zoomTo({m_all.begin + quarter, m_all.begin + 2 * quarter});
    QTest::qWait(50);
}

void OverviewTest::drag(int from, int to) const
{
    QTest::mousePress(strip(), Qt::LeftButton, {}, {from, 20});
    QTest::mouseMove(strip(), {(from + to) / 2, 20});
    QTest::mouseMove(strip(), {to, 20});
    QTest::mouseRelease(strip(), Qt::LeftButton, {}, {to, 20});
}

void OverviewTest::windowMarksTheVisibleRange()
{
    const QRectF seen = strip()->windowRect();
    m_timeline->axis()->showAll();
    const QRectF all = strip()->windowRect();
    QVERIFY(std::abs(seen.width() - all.width() / 4) <= 2);
    QVERIFY(std::abs(seen.left() - all.left() - all.width() / 4) <= 2);
    // At a high zoom, the window is still wide enough to grip.
    m_timeline->axis()->zoomTo({m_all.begin + 1000, m_all.begin + 2000});
    QVERIFY(strip()->windowRect().width() >= 8);
    QCOMPARE(strip()->gripAt(strip()->windowRect().center().x()), OverviewStrip::Grip::Middle);
}

void OverviewTest::dragOfTheWindowPans()
{
    const TimeRange before = m_timeline->axis()->range();
    const QRectF seen = strip()->windowRect();
    const int middle = static_cast<int>(seen.center().x());
    drag(middle, middle + static_cast<int>(seen.width()));
    const TimeRange after = m_timeline->axis()->range();
    near(after.duration(), before.duration(), 10);
    near(after.begin - before.begin, before.duration(), before.duration() / 50);
}

void OverviewTest::dragOfAnEdgeZooms()
{
    const TimeRange before = m_timeline->axis()->range();
    const QRectF seen = strip()->windowRect();
    QCOMPARE(strip()->gripAt(seen.right()), OverviewStrip::Grip::End);
    const int edge = static_cast<int>(seen.right());
    drag(edge, edge + static_cast<int>(seen.width()));
    const TimeRange after = m_timeline->axis()->range();
    near(after.begin, before.begin, before.duration() / 50);
    near(after.duration(), 2 * before.duration(), before.duration() / 20);
}

void OverviewTest::clickJumps()
{
    const TimeRange before = m_timeline->axis()->range();
    const QRectF seen = strip()->windowRect();
    const int place = static_cast<int>(seen.right() + seen.width());
    QTest::mouseClick(strip(), Qt::LeftButton, {}, {place, 20});
    const TimeRange after = m_timeline->axis()->range();
    near(after.duration(), before.duration(), 10);
    near(after.begin + after.duration() / 2, m_all.begin + 3 * (m_all.duration() / 4), before.duration() / 20);
    QTest::mouseDClick(strip(), Qt::LeftButton, {}, {place, 20});
    QCOMPARE(m_timeline->axis()->range(), m_all);
}

void OverviewTest::keysWork()
{
    const TimeRange before = m_timeline->axis()->range();
    QTest::keyClick(strip(), Qt::Key_Right);
    QVERIFY(m_timeline->axis()->range().begin > before.begin);
    QTest::keyClick(strip(), Qt::Key_Plus);
    QVERIFY(m_timeline->axis()->range().duration() < before.duration());
    QTest::keyClick(strip(), Qt::Key_Home);
    QCOMPARE(m_timeline->axis()->range(), m_all);
    QVERIFY(!strip()->accessibleName().isEmpty());
}

void OverviewTest::pictureIsCopied()
{
    QGuiApplication::clipboard()->clear();
    QTest::keySequence(m_timeline.get(), QKeySequence(QKeySequence::Copy));
    const QImage image = QGuiApplication::clipboard()->image();
    QVERIFY(image.width() > 1000 && image.height() > 500);
}

void OverviewTest::frameTimesAreOfTheLatestFrames()
{
    FrameTimes times;
    QCOMPARE(times.figures(FrameTimes::Part::Paint).last, 0.0);
    for (std::size_t i = 0; i < 2 * FrameTimes::kKept; ++i) {
        times.beginFrame();
        times.beginGeometry();
        times.endGeometry();
        times.endFrame();
    }
    for (const FrameTimes::Part part : {FrameTimes::Part::Geometry, FrameTimes::Part::Paint}) {
        const FrameTimes::Figures figures = times.figures(part);
        QVERIFY(figures.median >= 0 && figures.median <= figures.p99);
        QVERIFY(figures.last >= 0 && figures.last < 1000);
    }
}

void OverviewTest::frameTimesAreShown()
{
    const QImage without = m_timeline->grab().toImage();
    QVERIFY(!m_timeline->frameTimesShown());
    m_timeline->setFrameTimesShown(true);
    QVERIFY(m_timeline->grab().toImage() != without);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::OverviewTest)
#include "tst_overview.moc"
