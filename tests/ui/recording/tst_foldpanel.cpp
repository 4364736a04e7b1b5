#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/notesbutton.h"
#include "ui/parts/statusline.h"
#include "ui/recording/fold/foldexport.h"
#include "ui/recording/fold/foldpanel.h"
#include "ui/recording/fold/outliersmodel.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1000 * kMs;

/// Steps of 100 ms, 40 ms of "work" at 10 W and 60 ms of "rest" at 4 W; step 70 works 30 ms longer.
enum class Marks { All, None, NoneAndNothingRepeats };

trace::TraceView training(int steps, bool isCommensurate = false, Marks marks = Marks::All)
{
    testing::RecordingBuilder builder;
    const std::int64_t period = isCommensurate ? 10 * kMs : 3'700'000;
    const auto power = builder.channel({.name = "VDD_IN",
                                        .quantity = "rail.power",
                                        .unit = "W",
                                        .scale = 1e-3,
                                        .rail = "VDD_IN",
                                        .role = "system",
                                        .periodNs = period,
                                        .windowNs = kMs / 10,
                                        .lagNs = 0});
    const auto still =
        builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-3, .periodNs = period});
    builder.lane({.id = 1, .name = "main"});
    std::vector<std::pair<std::int64_t, std::int64_t>> changes;
    std::int64_t at = kStart;
    for (int i = 0; i < steps; ++i) {
        const std::int64_t more = i == 70 && !isCommensurate ? 30 * kMs : 0;
        const bool isTraced = i >= 60 && i < 75;
        if (marks == Marks::All)
            builder.steps({{.index = static_cast<std::uint64_t>(i),
                            .start = at,
                            .end = at + 100 * kMs + more,
                            .flags = isTraced ? format::Step::kTraced : 0U}});
        if (isTraced)
            builder.spans(1, {{at, 40 * kMs + more, builder.op("work"), 0},
                              {at + 40 * kMs + more, 60 * kMs, builder.op("rest"), 0}});
        changes.emplace_back(at, 10000);
        changes.emplace_back(at + 40 * kMs + more, 4000);
        at += 100 * kMs + more;
    }
    std::mt19937 random(3);
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> watts;
    std::size_t change = 0;
    for (std::int64_t time = kStart; time < at; time += period) {
        while (change + 1 < changes.size() && changes[change + 1].first <= time)
            ++change;
        times.push_back(time);
        const std::int64_t noise = (time / kMs * 7919) % 97;
        const bool isNoise = marks == Marks::NoneAndNothingRepeats;
        watts.push_back(isNoise ? 4000 + static_cast<std::int64_t>(random() % 6000)
                                : (changes.empty() ? 4000 : changes[change].second) + noise);
    }
    builder.samples(power, times, watts).samples(still, times, std::vector<std::int64_t>(times.size(), 500));
    return testing::viewOf(builder.bytes());
}

} // namespace

/// The fold tab on a recording page.
class TestFoldPanel : public QObject
{
    Q_OBJECT

    struct Opened
    {
        RecordingPage page;
        FoldPanel* panel = nullptr;

        explicit Opened(const trace::TraceView& view)
        {
            page.resize(1200, 800);
            page.show();
            QVERIFY(QTest::qWaitForWindowExposed(&page));
            page.setView(view, false);
            panel = page.findChild<FoldPanel*>();
        }
        void fold()
        {
            page.showTab(RecordingPage::Tab::Fold);
            QTRY_VERIFY(!panel->about().isEmpty());
        }
        [[nodiscard]] double at(double share) const
        {
            const auto& value = panel->plot()->picture().value;
            return value.empty() ? 0 : value[static_cast<std::size_t>(share * static_cast<double>(value.size()))];
        }
    };

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void showsTheMeanStep()
    {
        Opened opened(training(150));
        QVERIFY(opened.panel->plot()->picture().value.empty()); // nothing is computed while the panel is hidden
        opened.fold();
        QVERIFY(std::abs(opened.at(0.2) - 10.05) < 0.3 && std::abs(opened.at(0.7) - 4.05) < 0.3);
        const widgets::FoldPicture& picture = opened.panel->plot()->picture();
        QCOMPARE(picture.unit, std::string("W"));
        QCOMPARE(picture.lanes.size(), std::size_t{1});
        QCOMPARE(picture.lanes[0].ops.size(), std::size_t{2});
        QVERIFY2(opened.panel->about().contains("resolution"), qPrintable(opened.panel->about()));
        QTRY_VERIFY2(opened.panel->about().contains("explains"), qPrintable(opened.panel->about()));
    }

    void outliersActivateTheTimeline()
    {
        Opened opened(training(150));
        opened.fold();
        auto* table = opened.panel->outliers();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QAbstractItemModelTester tester(table->model());
        QCOMPARE(table->model()->index(0, OutliersModel::Step).data().toString(), QString("70"));
        QVERIFY(table->model()->index(0, OutliersModel::Cause).data().toString().startsWith("work +30"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        const trace::TimeRange seen = opened.page.timeline()->axis()->range();
        const format::Step step = opened.page.view().step(70);
        QVERIFY(seen.contains(step.start) && seen.contains(step.end - 1) &&
                seen.duration() < 3 * (step.end - step.start));
        // The step is also drawn above the mean step.
        QCOMPARE(opened.panel->plot()->picture().lines.size(), std::size_t{1});
        QVERIFY(opened.panel->plot()->picture().lines[0].isHighlighted);
    }

    void unmarkedStepsAreDetected()
    {
        Opened opened(training(150, false, Marks::None));
        opened.fold();
        QTRY_VERIFY2(opened.panel->about().contains("detected steps of 100"), qPrintable(opened.panel->about()));
        QVERIFY2(opened.panel->warning().contains("none are marked") && opened.panel->warning().contains("0.1 %"),
                 qPrintable(opened.panel->warning()));
        // The notes popup has the full text.
        const auto* notes = opened.panel->findChild<NotesButton*>();
        QVERIFY(notes->isVisible() && notes->wholeText().contains("The point at which a step begins is arbitrary") &&
                notes->wholeText().contains("detected steps of 100"));
        const auto& value = opened.panel->plot()->picture().value;
        QVERIFY(*std::max_element(value.begin(), value.end()) > 9.5);
        QVERIFY(*std::min_element(value.begin(), value.end()) < 4.5);
        // The long step is an outlier, and a click goes to it.
        auto* table = opened.panel->outliers();
        QTRY_VERIFY(table->model()->rowCount() >= 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(opened.page.timeline()->axis()->range().contains(kStart + 7060 * kMs));
        QVERIFY(opened.page.timeline()->axis()->range().duration() < 400 * kMs);
    }

    void aperiodicRecordingsShowTheReason()
    {
        Opened opened(training(150, false, Marks::NoneAndNothingRepeats));
        opened.fold();
        QTRY_VERIFY2(opened.panel->about().contains("no steps are marked"), qPrintable(opened.panel->about()));
        QVERIFY(opened.panel->plot()->picture().value.empty());
        QCOMPARE(opened.panel->outliers()->model()->rowCount(), 0);
    }

    void showsSingleSteps()
    {
        Opened opened(training(150));
        opened.fold();
        opened.panel->singleSteps()->setCurrentIndex(2);
        QCOMPARE(opened.panel->plot()->picture().lines.size(), std::size_t{20});
        for (const auto& line : opened.panel->plot()->picture().lines)
            QVERIFY(line.points.size() > 20);
        opened.panel->singleSteps()->setCurrentIndex(0);
        QVERIFY(opened.panel->plot()->picture().lines.empty());
    }

    void foldsAnotherChannel()
    {
        Opened opened(training(150));
        opened.fold();
        QCOMPARE(opened.panel->channels()->currentText(), QString("VDD_IN"));
        opened.panel->channels()->setCurrentIndex(opened.panel->channels()->findText("GPU"));
        QTRY_VERIFY2(opened.panel->about().contains("same value"), qPrintable(opened.panel->about()));
        QVERIFY(opened.panel->plot()->picture().value.empty());
    }

    void samplingInPhaseWithTheStepsWarns()
    {
        Opened opened(training(150, true));
        opened.fold();
        QTRY_VERIFY2(opened.panel->warning().contains("--period"), qPrintable(opened.panel->warning()));
    }

    void foldsTheSelection()
    {
        Opened opened(training(150));
        opened.fold();
        QTRY_VERIFY(opened.panel->about().contains("steps of"));
        const trace::TraceView& view = opened.page.view();
        opened.page.timeline()->axis()->setSelection(trace::TimeRange{view.step(100).start, view.step(139).end});
        QTRY_VERIFY2(opened.panel->about().startsWith("40 steps"), qPrintable(opened.panel->about()));
    }

    void zoomsLikeTheTimeline()
    {
        Opened opened(training(150));
        opened.fold();
        QTRY_VERIFY(!opened.panel->plot()->picture().value.empty());
        widgets::FoldPlot* plot = opened.panel->plot();
        const auto whole = plot->axis()->range();
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_W);
        QVERIFY(plot->axis()->range().duration() < whole.duration());
        QTest::keyClick(plot, Qt::Key_Home);
        QCOMPARE(plot->axis()->range(), whole);
        // A double-click zooms to an op; hovering shows its name.
        const widgets::Geometry ops = plot->ops();
        const widgets::Box& rest = ops.boxes.at(1);
        const QPointF middle = plot->opsArea().topLeft() + QPointF((rest.x0 + rest.x1) / 2, (rest.y0 + rest.y1) / 2);
        QVERIFY2(plot->textAt(middle).contains("rest") && plot->textAt(middle).contains("W"),
                 qPrintable(plot->textAt(middle)));
        QTest::mouseDClick(plot, Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(std::abs(static_cast<double>(plot->axis()->range().duration()) - 60e6 * 1.25) < 3e6);
        // A drag with the right button zooms to a range.
        QTest::keyClick(plot, Qt::Key_0);
        const QPoint from = plot->curveArea().center().toPoint();
        QTest::mousePress(plot, Qt::RightButton, {}, from);
        QTest::mouseMove(plot, from + QPoint(80, 0));
        QTest::mouseRelease(plot, Qt::RightButton, {}, from + QPoint(80, 0));
        QVERIFY(plot->axis()->range().duration() < whole.duration() / 2);
    }

    void exportsTheVisiblePartAsCsvAndFigure()
    {
        Opened opened(training(150));
        FoldExport* exporting = opened.panel->exporting();
        QVERIFY(!exporting->copyAction()->isEnabled() && !exporting->figureAction()->isEnabled());
        opened.fold();
        QTRY_VERIFY(exporting->copyAction()->isEnabled());
        const widgets::FoldPicture& picture = opened.panel->plot()->picture();
        opened.panel->plot()->setFocus();
        QTest::keyClick(opened.panel->plot(), Qt::Key_C, Qt::ControlModifier);
        QStringList lines = QGuiApplication::clipboard()->text().split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(lines.takeFirst(), QString("phase,begin_s,end_s,value,low,high,unit"));
        QCOMPARE(static_cast<std::size_t>(lines.size()), picture.value.size());
        const QStringList tenth = lines.at(10).split(',');
        QCOMPARE(tenth.at(3).toDouble(), picture.value[10]);
        QCOMPARE(tenth.at(4).toDouble(), picture.low[10]);
        QCOMPARE(tenth.at(5).toDouble(), picture.high[10]);
        QCOMPARE(tenth.at(6), QString("W"));
        // The visible range only.
        opened.panel->plot()->axis()->zoomTo({0, 25 * kMs});
        exporting->copyCsv();
        const auto seen = QGuiApplication::clipboard()->text().count("\r\n") - 1;
        QVERIFY(std::abs(static_cast<double>(seen) - 0.25 * static_cast<double>(picture.value.size())) < 3);
        for (const char* const name : {"fold.png", "fold.svg", "fold.pdf"}) {
            exporting->writeFigure(m_folder.filePath(name));
            QVERIFY(QFileInfo(m_folder.filePath(name)).size() > 1000);
        }
        const QImage image(m_folder.filePath("fold.png"));
        QVERIFY(image.width() >= opened.panel->plot()->width() && image.height() > opened.panel->plot()->height());
        QSignalSpy failed(exporting, &FoldExport::failed);
        exporting->writeFigure(m_folder.filePath("no/such/folder.png"));
        exporting->writeFigure(m_folder.filePath("fold.txt"));
        QCOMPARE(failed.size(), 2);
        QVERIFY(failed.at(1).at(0).toString().contains(".svg"));
    }

    void workCanBeCancelled()
    {
        Opened opened(training(150));
        opened.page.showTab(RecordingPage::Tab::Fold);
        auto* strip = opened.panel->findChild<BusyStrip*>();
        QVERIFY(strip->isVisible());
        QTest::mouseClick(strip->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(!strip->isVisible());
        QVERIFY(opened.panel->about().contains("Cancelled"));
        QTest::qWait(50);
        QVERIFY(opened.panel->plot()->picture().value.empty());
    }

    void badInputShowsTheReason()
    {
        for (const int steps : {0, 1, 3}) {
            Opened opened(training(steps));
            opened.fold();
            QVERIFY2(opened.panel->about().startsWith("No waveform"), qPrintable(opened.panel->about()));
            QCOMPARE(opened.panel->outliers()->model()->rowCount(), 0);
        }
        Opened empty{trace::TraceView()};
        empty.page.showTab(RecordingPage::Tab::Fold);
        QTest::qWait(50);
        QVERIFY(empty.panel->plot()->picture().value.empty());
        empty.page.clear();
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestFoldPanel)
#include "tst_foldpanel.moc"
