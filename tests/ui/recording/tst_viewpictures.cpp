#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/comparison/comparepage.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/notesbutton.h"
#include "ui/parts/settings.h"
#include "ui/recording/fold/foldexport.h"
#include "ui/recording/fold/foldpanel.h"
#include "ui/recording/inspector.h"
#include "ui/recording/panels/energypanel.h"
#include "ui/recording/panels/instancespanel.h"
#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// The main views with data, in the light and the dark theme: no truncated text. STEPSCOPE_PICTURES=DIR saves the
/// pictures; QT_SCALE_FACTOR=2 renders them for a screen of high resolution.
class TestViewPictures : public QObject
{
    Q_OBJECT

    /// A window with an analysed recording.
    struct Opened
    {
        MainWindow window;
        RecordingPage* page = nullptr;
        JumpTable* ops = nullptr;

        explicit Opened(const trace::TraceView& view)
        {
            showInSize(window, {1600, 900});
            window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
            window.setView(view, false);
            page = window.findChild<RecordingPage*>();
            ops = window.findChild<JumpTable*>("ops");
            QTRY_VERIFY(ops->model()->rowCount() > 0);
            QTRY_VERIFY(page->inspector()->text().contains("CPU\t"));
        }
    };

    static QString name(const char* view)
    {
        const bool isFine = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble() > 1;
        return QString("view-%1-%2%3").arg(view, QTest::currentDataTag(), isFine ? "-2x" : "");
    }
    static void look(QWidget& widget, const char* view)
    {
        QTest::qWait(50); // layouts are asynchronous
        QCOMPARE(truncatedControls(widget).join('\n'), "");
        if (savesPictures())
            savePicture(widget, name(view));
    }
    static void themes()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        // Colours change no width: one variant of this test is enough, unless pictures are wanted.
        const bool isVariant =
            qEnvironmentVariableIsSet("QT_SCALE_FACTOR") || qEnvironmentVariableIsSet("STEPSCOPE_TRANSLATION");
        if (!isVariant || qEnvironmentVariableIsSet("STEPSCOPE_PICTURES"))
            QTest::newRow("dark") << ThemeChoice::Dark;
    }

private slots:
    void initTestCase()
    {
        m_view = testing::viewOf(testing::makeTrainingRecording({.steps = 60, .tracedFrom = 4, .tracedTo = 20}));
        m_slower = testing::viewOf(testing::makeTrainingRecording(
            {.steps = 50, .stepNs = 230'000'000, .tracedFrom = 4, .tracedTo = 20, .seed = 3}));
        m_unmarked = testing::viewOf(testing::makeTrainingRecording({.steps = 150, .marksSteps = false}));
        m_folded = testing::viewOf(testing::makeTrainingRecording({.steps = 400, .tracedFrom = 4, .tracedTo = 20}));
    }
    void init()
    {
        useFreshSettings(m_folder.path());
        settings::rememberRecording("/home/ada/lstm-batch64.stepscope");
        if (QTest::currentDataTag()) {
            QFETCH(ThemeChoice, theme);
            settings::setTheme(theme);
        }
    }

    void comparison_data() { themes(); }
    void comparison()
    {
        Opened opened(m_view);
        opened.window.setComparison(m_slower, "/home/ada/resnet50-batch64.stepscope",
                                    "The second recording takes 12 MB of memory, the window 180 MB");
        auto* page = opened.window.findChild<ComparePage*>();
        QTRY_VERIFY(page->opsTable()->model()->rowCount() > 0);
        look(opened.window, "compare");
    }

    void instances_data() { themes(); }
    void instances()
    {
        Opened opened(m_view);
        const QModelIndex row = opened.ops->model()->index(2, 0);
        QTest::mouseClick(opened.ops->viewport(), Qt::LeftButton, {}, opened.ops->visualRect(row).center());
        auto* panel = opened.window.findChild<InstancesPanel*>();
        QTRY_VERIFY(panel->table()->model()->rowCount() > 0);
        look(opened.window, "instances");
        // The slow instances.
        widgets::Histogram* histogram = panel->histogram();
        auto* plot = histogram->findChild<QWidget*>();
        const QPoint from = histogram->binRect(histogram->bins().counts.size() / 2).center();
        const QPoint to = histogram->binRect(histogram->bins().counts.size() - 1).center();
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        opened.window.timeline()->axis()->zoomTo({m_view.step(5).start, m_view.step(6).end});
        look(opened.window, "instances-chosen");
    }

    void searchResult_data() { themes(); }
    void searchResult()
    {
        Opened opened(m_view);
        opened.window.timeline()->zoomToStep(5);
        opened.page->findOp();
        QTest::keyClicks(opened.window.findChild<QLineEdit*>("findWords"), "conv.*");
        QTRY_VERIFY(opened.window.timeline()->navigation()->highlighted());
        look(opened.window, "find");
        auto* words = opened.window.findChild<QLineEdit*>("findWords");
        words->clear();
        QTest::keyClicks(words, "conv(");
        look(opened.window, "find-wrong");
    }

    void cursors_data() { themes(); }
    void cursors()
    {
        Opened opened(m_view);
        opened.window.timeline()->zoomToStep(7);
        const format::Step step = m_view.step(7);
        const std::int64_t length = step.end - step.start;
        widgets::Navigation* navigation = opened.window.timeline()->navigation();
        navigation->setCursor(widgets::Cursors::A, step.start + length / 5);
        navigation->setCursor(widgets::Cursors::B, step.start + length * 3 / 5);
        opened.window.setBookmarks({{{step.start + length / 2, step.start + length / 2}, "the loader waits here"},
                                    {{step.start + length * 7 / 10, step.start + length * 8 / 10}, "slow"}});
        opened.page->showTab(RecordingPage::Tab::Bookmarks);
        look(opened.window, "cursors");
    }

    void steps_data() { themes(); }
    void steps()
    {
        Opened opened(m_view);
        opened.page->showTab(RecordingPage::Tab::Steps);
        QTest::qWait(300);
        opened.window.findChild<JumpTable*>("steps")->selectRow(6);
        look(opened.window, "steps");
    }

    void fold_data() { themes(); }
    void fold()
    {
        Opened opened(m_folded);
        opened.page->showTab(RecordingPage::Tab::Fold);
        auto* panel = opened.window.findChild<FoldPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(!panel->plot()->picture().value.empty(), 30'000); // detects the steps first
        QTRY_VERIFY(panel->outliers()->model()->rowCount() > 0);
        panel->singleSteps()->setCurrentIndex(1);
        look(opened.window, "fold");
        panel->outliers()->selectRow(0);
        panel->plot()->axis()->zoomTo({0, m_folded.step(5).end / 4 - m_folded.step(5).start / 4});
        look(opened.window, "fold-zoomed");
    }

    /// A recording without step marks, with open notes.
    void foldDetected_data() { themes(); }
    void foldDetected()
    {
        Opened opened(m_unmarked);
        opened.page->showTab(RecordingPage::Tab::Fold);
        auto* panel = opened.window.findChild<FoldPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(!panel->plot()->picture().value.empty(), 30'000);
        look(opened.window, "fold-detected");
        QMenu* notes = panel->findChild<NotesButton*>()->menu();
        notes->popup({100, 100});
        QTRY_VERIFY(notes->isVisible());
        savePicture(*notes, name("fold-notes"));
        notes->close();
        const QString kept = qEnvironmentVariable("STEPSCOPE_PICTURES");
        const QString figure = QDir(kept.isEmpty() ? m_folder.path() : kept).filePath(name("fold-figure") + ".png");
        panel->exporting()->writeFigure(figure);
        QVERIFY(!QImage(figure).isNull());
    }

    void observations_data() { themes(); }
    void observations()
    {
        Opened opened(m_folded);
        opened.page->showTab(RecordingPage::Tab::Energy);
        auto* panel = opened.window.findChild<EnergyPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->table()->model()->rowCount() > 0, 30'000);
        look(opened.window, "energy");
        opened.page->showTab(RecordingPage::Tab::Observations);
        QTRY_COMPARE(opened.window.findChild<QTableWidget*>("observations")->rowCount(), 12);
        look(opened.window, "observations");
    }

    void zoomed_data() { themes(); }
    void zoomed()
    {
        Opened opened(m_view);
        const format::Step step = m_view.step(9);
        opened.window.timeline()->axis()->zoomTo({step.start, step.start + (step.end - step.start) / 6});
        look(opened.window, "zoomed");
    }

    void health_data() { themes(); }
    void health()
    {
        Opened opened(m_view);
        opened.page->showTab(RecordingPage::Tab::Health);
        look(opened.window, "health");
    }

    void paper_data() { themes(); }
    void paper()
    {
        Opened opened(m_view);
        opened.window.timeline()->axis()->zoomTo({m_view.step(4).start, m_view.step(9).end});
        opened.window.figureExport()->openPaperDialog();
        auto* dialog = opened.window.findChild<PaperDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        look(*dialog, "paper");
    }

private:
    QTemporaryDir m_folder;
    trace::TraceView m_view, m_slower, m_folded, m_unmarked;
};

QTEST_MAIN(TestViewPictures)
#include "tst_viewpictures.moc"
