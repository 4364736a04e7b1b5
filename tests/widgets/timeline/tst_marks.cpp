#include "tests/widgets/timeline/timelinefixture.h"

#include <QMenu>

#include <cmath>

namespace stepscope::widgets {

/// Cursors, bookmarks, arrows and search results on a timeline, and the context menu.
class MarksTest
    : public QObject
    , private TimelineFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void init() { open(); }
    void cleanup() { close(); }

    void cursorsByKeysSnap();
    void cursorsByShiftClick();
    void flagsCanBeDragged();
    void escapeRemovesCursors();
    void cursorsStayWhileTheRecordingGrows();
    void menuOfASpan();
    void menuChoosesTheRail();
    void bookmarksInTheRuler();
    void arrowsOfTheSelectedSpan();
    void searchResultsAreHighlighted();
};

void MarksTest::cursorsByKeysSnap()
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
    // With shift, it does not snap.
    moveTo({std::round(xOf(step.start)) + 4, y});
    QTest::keyClick(m_timeline.get(), Qt::Key_Q, Qt::ShiftModifier);
    QVERIFY(*navigation()->cursors().a > step.start);
    QCOMPARE(measured.count(), 2);
}

void MarksTest::cursorsByShiftClick()
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

void MarksTest::flagsCanBeDragged()
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

void MarksTest::escapeRemovesCursors()
{
    navigation()->setCursor(Cursors::A, axis()->range().begin);
    navigation()->setCursor(Cursors::B, axis()->range().end);
    QVERIFY(!navigation()->measurement().isEmpty());
    QTest::keyClick(m_timeline.get(), Qt::Key_Escape);
    QVERIFY(navigation()->cursors().isEmpty());
    QVERIFY(navigation()->measurement().isEmpty());
}

void MarksTest::cursorsStayWhileTheRecordingGrows()
{
    testing::TrainingOptions options{.steps = 10, .ended = false};
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording(options)));
    navigation()->setCursor(Cursors::A, axis()->extent().begin + 5);
    options.steps = 20;
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording(options)));
    QVERIFY(navigation()->cursors().a);
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording({.steps = 5, .seed = 9})));
    QVERIFY(!navigation()->cursors().a); // another recording
}

void MarksTest::menuOfASpan()
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
    QSignalSpy instances(navigation(), &Navigation::instanceRequested);
    menu->findChild<QAction*>("nextInstance")->trigger();
    QCOMPARE(instances.count(), 1);
    menu->close();
}

void MarksTest::menuChoosesTheRail()
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

void MarksTest::bookmarksInTheRuler()
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

void MarksTest::arrowsOfTheSelectedSpan()
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

void MarksTest::searchResultsAreHighlighted()
{
    m_timeline->zoomToStep(5);
    drawn();
    const QImage before = m_timeline->grab().toImage();
    navigation()->setHighlighted(findOps(m_view, {"conv2d", true, false, 0}, std::stop_token()).instances);
    drawn();
    const QImage lit = m_timeline->grab().toImage();
    QVERIFY(lit != before);
    navigation()->setHighlighted(nullptr);
    drawn();
    QVERIFY(m_timeline->grab().toImage() == before);
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::MarksTest)
#include "tst_marks.moc"
