#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/comparison/comparedmodels.h"
#include "ui/comparison/comparepage.h"
#include "ui/comparison/differencetext.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/stepspanel.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include <memory>

using namespace stepscope;
using namespace stepscope::ui;
using testing::viewOf;

class TestComparePage : public QObject
{
    Q_OBJECT

    static ComparedSide whole(const trace::TraceView& view, const QString& name)
    {
        return {view, analysis::runWindow(view).range, name, false};
    }
    static int rows(const QTableView* table) { return table->model()->rowCount(); }
    static QString cell(const QTableView* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    static QAction* action(const MainWindow& window, const QString& text)
    {
        for (QAction* action : window.findChildren<QAction*>())
            if (action->text().remove('&').startsWith(text))
                return action;
        return nullptr;
    }

private slots:
    /// "−4.7 %" would read as a ratio.
    void utilizationsDifferByPoints()
    {
        QCOMPARE(signedText(-0.047, "1"), QString("−4.7 points"));
        QVERIFY(unitText(0.207, "1").endsWith('%'));
    }

    void init()
    {
        useFreshSettings(m_folder.path());
        m_a = viewOf(testing::makeTrainingRecording({.steps = 30, .tracedFrom = 4, .tracedTo = 20}));
        m_b = viewOf(testing::makeTrainingRecording(
            {.steps = 25, .stepNs = 260'000'000, .tracedFrom = 4, .tracedTo = 20, .seed = 2}));
    }

    /// A side that is being recorded grows; what the user sees of it stays in place.
    void growingSidesAreRefreshed()
    {
        const auto longer = [](std::uint64_t steps) {
            return viewOf(testing::makeTrainingRecording({.steps = steps, .tracedFrom = 4, .tracedTo = 20}));
        };
        ComparePage page;
        page.resize(1400, 900);
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        QTRY_VERIFY(rows(page.opsTable()) > 3);
        page.opsTable()->setCurrentIndex(page.opsTable()->model()->index(2, 0));
        const QString chosen = cell(page.opsTable(), 2, 0) + cell(page.opsTable(), 2, 1);
        const ComparedSide grown = whole(longer(45), "one");
        page.refreshSides(grown, page.side(1));
        QCOMPARE(page.timelineA()->view().stepCount(), std::size_t(45));
        QCOMPARE(page.timelineA()->axis()->range(), grown.range); // it showed the whole side
        const auto* summary = page.findChild<QLabel*>("comparedSummary");
        QTRY_VERIFY(summary->text().startsWith("42 steps in A"));
        const int row = page.opsTable()->currentIndex().row();
        QVERIFY(row >= 0);
        QCOMPARE(cell(page.opsTable(), row, 0) + cell(page.opsTable(), row, 1), chosen);

        const trace::TimeRange zoomed{m_a.step(5).start, m_a.step(7).end};
        page.timelineA()->axis()->zoomTo(zoomed);
        page.refreshSides(whole(longer(60), "one"), page.side(1));
        QCOMPARE(page.timelineA()->axis()->range(), zoomed);
        QTRY_VERIFY(summary->text().startsWith("57 steps in A"));
    }

    /// Only the sides of the comparison, and only while they have new data.
    void aComparisonFollowsItsCaptures()
    {
        MainWindow window;
        window.resize(1366, 768);
        window.show();
        CaptureStatus status;
        status.target = "tx2";
        status.phase = CapturePhase::Streaming;
        status.recording = "/tmp/live.stepscope";
        window.setCapture(status);
        window.setComparedRecordings(m_a, status.recording, m_b, "/tmp/other.stepscope", {});
        const ComparePage* page = window.comparePage();
        QVERIFY(page->isVisible());
        const auto grown = viewOf(testing::makeTrainingRecording({.steps = 50, .tracedFrom = 4, .tracedTo = 20}));
        window.setCaptureView("/tmp/unrelated.stepscope", grown, true);
        window.setCaptureView(status.recording, m_a, true);
        window.setCaptureView(status.recording, grown, true);
        QTRY_COMPARE(page->side(0).view.stepCount(), std::size_t(50));
        QCOMPARE(page->side(0).range, analysis::runWindow(grown).range);
        QCOMPARE(page->side(1).view.stepCount(), m_b.stepCount());
    }

    void showsTheDifferences()
    {
        ComparePage page;
        page.resize(1400, 900);
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        QTRY_VERIFY(rows(page.opsTable()) > 0);
        // All ops of B are 30 % slower.
        const analysis::Comparison expected =
            analysis::compare({m_a, analysis::runWindow(m_a).range}, {m_b, analysis::runWindow(m_b).range});
        QCOMPARE(rows(page.opsTable()), static_cast<int>(expected.ops.size()));
        constexpr int kVerdict = ComparedOpsModel::FirstOfMean + static_cast<int>(DifferencePart::Verdict);
        QCOMPARE(cell(page.opsTable(), 0, ComparedOpsModel::Name), QString::fromStdString(expected.ops[0].name));
        QCOMPARE(cell(page.opsTable(), 0, kVerdict), "differs");
        QVERIFY(cell(page.opsTable(), 0, ComparedOpsModel::TotalDifference).startsWith('+'));
        QCOMPARE(cell(page.channelsTable(), 0, ComparedChannelsModel::Quantity), "Duration of a step");
        QCOMPARE(cell(page.channelsTable(), 0, 1 + static_cast<int>(DifferencePart::Verdict)), "differs");
        QVERIFY(page.title(0).startsWith("A: one"));
    }

    void theTimelinesAreLinked()
    {
        ComparePage page;
        page.resize(1400, 900);
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        page.setAlignment(ComparePage::Alignment::Step);
        const format::Step stepA = m_a.step(7);
        const format::Step stepB = m_b.step(7);
        page.timelineA()->axis()->zoomTo({stepA.start, stepA.end});
        QCOMPARE(page.timelineB()->axis()->range(), (trace::TimeRange{stepB.start, stepB.end}));
        page.timelineB()->axis()->zoomTo({m_b.step(9).start, m_b.step(11).end});
        QCOMPARE(page.timelineA()->axis()->range(), (trace::TimeRange{m_a.step(9).start, m_a.step(11).end}));

        // Aligned by time, both timelines show the time since the start.
        page.setAlignment(ComparePage::Alignment::Time);
        const std::int64_t begin = analysis::runWindow(m_a).range.begin;
        page.timelineA()->axis()->zoomTo({begin + 1'000'000, begin + 9'000'000});
        const std::int64_t beginB = analysis::runWindow(m_b).range.begin;
        QCOMPARE(page.timelineB()->axis()->range(), (trace::TimeRange{beginB + 1'000'000, beginB + 9'000'000}));
    }

    void aClickOnAnOpGoesThereOnBothSides()
    {
        ComparePage page;
        page.resize(1400, 900);
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        page.setAlignment(ComparePage::Alignment::Step);
        QTRY_VERIFY(rows(page.opsTable()) > 0);
        const QModelIndex first = page.opsTable()->model()->index(0, 0);
        QTest::mouseClick(page.opsTable()->viewport(), Qt::LeftButton, {}, page.opsTable()->visualRect(first).center());
        const trace::TimeRange seen = page.timelineA()->axis()->range();
        QVERIFY(seen.duration() < m_a.step(5).end - m_a.step(4).start);
        // The other side shows the same step.
        const trace::TimeRange below = page.timelineB()->axis()->range();
        QCOMPARE(m_b.step(m_b.stepLowerBound(below.begin)).index, m_a.step(m_a.stepLowerBound(seen.begin)).index);
    }

    void groupingByOpIgnoresShapes()
    {
        ComparePage page;
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        QTRY_VERIFY(rows(page.opsTable()) > 0);
        const int before = rows(page.opsTable());
        page.findChild<QComboBox*>("comparedGrouping")->setCurrentIndex(1);
        QTRY_VERIFY(rows(page.opsTable()) < before);
        QVERIFY(page.opsTable()->isColumnHidden(ComparedOpsModel::Shapes));
    }

    void aLongComparisonShowsProgressAndCanBeCancelled()
    {
        // The job does not start while the pool has no free thread; the window is still drawn.
        QThreadPool* pool = jobPool();
        const int threads = pool->maxThreadCount();
        pool->setMaxThreadCount(1);
        const auto gate = std::make_shared<QSemaphore>();
        pool->start([gate] { gate->acquire(); });
        const auto open = qScopeGuard([&] {
            gate->release();
            pool->setMaxThreadCount(threads);
        });
        ComparePage page;
        page.resize(1400, 900);
        page.show();
        page.setSides(whole(m_a, "one"), whole(m_b, "two"));
        auto* strip = page.findChild<BusyStrip*>();
        auto* again = page.findChild<QToolButton*>("compareAgain");
        QVERIFY(!strip->isVisible()); // short jobs show no progress
        QTRY_VERIFY(strip->isVisible());
        QVERIFY(strip->text().startsWith("Comparing"));
        QVERIFY(!again->isVisible());
        strip->findChild<QPushButton*>("cancel")->click();
        QVERIFY(!strip->isVisible());
        QVERIFY(again->isVisible());
        gate->release();
        QVERIFY(pool->waitForDone());
        QTest::qWait(50);
        QCOMPARE(rows(page.opsTable()), 0);
        again->click();
        QTRY_VERIFY(rows(page.opsTable()) > 0);
        QVERIFY(!again->isVisible());
        QVERIFY(!strip->isVisible());
    }

    void theWindowComparesWithAnotherFile()
    {
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        window.setRecordingPath("/tmp/one.stepscope");
        window.setView(m_a, false);
        window.setComparison(m_b, "/tmp/two.stepscope", "The second recording takes 12 MB");
        auto* page = window.findChild<ComparePage*>();
        QVERIFY(page->isVisible());
        QCOMPARE(page->title(1).left(7), "B: two,");
        bool hasCost = false;
        for (const QLabel* label : page->findChildren<QLabel*>())
            hasCost = hasCost || label->text().contains("12 MB");
        QVERIFY(hasCost);
        QTRY_VERIFY(rows(page->opsTable()) > 0);
        page->findChild<QToolButton*>("closeComparison")->click();
        QVERIFY(!page->isVisible());
        QVERIFY(window.findChild<RecordingPage*>()->isVisible());
        QVERIFY(!page->hasSides());
    }

    void twoSelectionsAreCompared()
    {
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        window.setRecordingPath("/tmp/one.stepscope");
        window.setView(m_a, false);
        QAction* compare = action(window, "Compare with A");
        QVERIFY(compare && !compare->isEnabled());
        const trace::TimeRange first{m_a.step(4).start, m_a.step(8).end};
        const trace::TimeRange second{m_a.step(10).start, m_a.step(10).end};
        window.timeline()->axis()->setSelection(first);
        action(window, "Keep as A")->trigger();
        QVERIFY(compare->isEnabled());
        window.timeline()->axis()->setSelection(second);
        compare->trigger();
        auto* page = window.findChild<ComparePage*>();
        QVERIFY(page->isVisible());
        QCOMPARE(page->timelineA()->axis()->selection().value_or(trace::TimeRange()), first);
        QCOMPARE(page->timelineB()->axis()->selection().value_or(trace::TimeRange()), second);
        QVERIFY2(page->title(1).contains("step 10"), qPrintable(page->title(1)));
        QTRY_VERIFY(rows(page->opsTable()) > 0);
    }

    void twoStepsAreComparedFromTheirTable()
    {
        MainWindow window;
        window.resize(1600, 900);
        window.show();
        window.setRecordingPath("/tmp/one.stepscope");
        window.setView(m_a, false);
        auto* recording = window.findChild<RecordingPage*>();
        recording->showTab(RecordingPage::Tab::Steps);
        auto* steps = window.findChild<JumpTable*>("steps");
        QAction* compare = nullptr;
        for (QAction* action : steps->actions())
            compare = action->text().contains("two steps") ? action : compare;
        QVERIFY(compare && !compare->isEnabled());
        steps->selectRow(5);
        steps->selectionModel()->select(steps->model()->index(9, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QVERIFY(compare->isEnabled());
        compare->trigger();
        auto* page = window.findChild<ComparePage*>();
        QVERIFY(page->isVisible());
        QVERIFY(page->title(0).contains("step 5") && page->title(1).contains("step 9"));
        // Side A above side B.
        const trace::TimeRange a{m_a.step(5).start, m_a.step(5).end};
        page->timelineA()->axis()->zoomTo(a);
        QCOMPARE(page->timelineB()->axis()->range(), (trace::TimeRange{m_a.step(9).start, m_a.step(9).end}));
    }

private:
    QTemporaryDir m_folder;
    trace::TraceView m_a, m_b;
};

QTEST_MAIN(TestComparePage)
#include "tst_comparepage.moc"
