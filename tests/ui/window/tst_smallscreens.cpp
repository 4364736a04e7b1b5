#include "analysis/study/studyadvice.h"
#include "tests/support/knownstudy.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "tests/ui/wholetexts.h"
#include "ui/comparison/comparepage.h"
#include "ui/devices/captureform.h"
#include "ui/devices/captureoptions.h"
#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/fleet/fleetpage.h"
#include "ui/guide/guidewindow.h"
#include "ui/guide/tour.h"
#include "ui/import/alignmentpanel.h"
#include "ui/import/importdialog.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/recording/inspector.h"
#include "ui/recording/panels/opsmodel.h"
#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/study/studypage.h"
#include "ui/study/sweepdialog.h"
#include "ui/window/helpcontroller.h"
#include "ui/window/importcontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/palette.h"
#include "ui/window/panelayout.h"
#include "ui/window/shortcutsdialog.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/scaledialog.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <array>
#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

/// Every page and dialog on small and on large screens: no text is cut off, what is elided has a tooltip with the
/// whole, nothing overlaps, and the timeline has its share of the width. It also runs with QT_SCALE_FACTOR=2 and in
/// each language; 960 x 540 is a screen of 1920 x 1080 pixels at 200 %.
class TestSmallScreens : public QObject
{
    Q_OBJECT

    static DeviceFacts facts()
    {
        DeviceFacts facts;
        facts.facts = {{"Board", "NVIDIA Jetson TX2"}, {"System", "L4T 28.2.1, kernel 4.4.38"}};
        facts.sources = {{"CPU time (cgroup)", "used", "1 ns", ""},
                         {"GPU load", "denied", "", "readable by root only: chmod a+r /sys/devices/gpu.0/load"}};
        return facts;
    }

    static void sizes()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(960, 540), QSize(1024, 700), QSize(1366, 768), QSize(1920, 1080)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }

    /// The look at this size, once everything is computed.
    static void check(QWidget& window, const QString& page)
    {
        QTest::qWait(50);
        const QString faults =
            (layoutFaults(window).split('\n', Qt::SkipEmptyParts) + unreadableTexts(window)).join('\n');
        QVERIFY2(faults.isEmpty(), qPrintable(page + ": " + faults));
        const bool isFine = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble() > 1;
        if (savesPictures())
            savePicture(window, QString("small-%1-%2%3").arg(page, QTest::currentDataTag(), isFine ? "-2x" : ""));
    }

    /// The look of a dialog on a screen of this size, where it is no larger than the screen.
    static void checkDialog(QDialog& dialog, QSize screen)
    {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QString name = QString(dialog.metaObject()->className()).section(':', -1).toLower();
        const QSize least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize());
        QVERIFY2(least.boundedTo(screen) == least,
                 qPrintable(QString("%1 needs %2 x %3").arg(name).arg(least.width()).arg(least.height())));
        dialog.resize(dialog.size().boundedTo(screen));
        check(dialog, name);
        dialog.hide();
    }

    static StudyContent studyContent(const analysis::Study& study)
    {
        const auto noRecording = [](const analysis::StudyCell&) -> format::Result<trace::TraceView> {
            return format::failure("there is no recording");
        };
        return {"/home/ada/tx2-study", study, analysis::studyFigures(study, noRecording), analysis::studyTables(study),
                analysis::adviceTables(analysis::studyAdvice(study, std::nullopt, noRecording))};
    }

    static analysis::StudyObservations studyObservations()
    {
        analysis::Observation observation;
        observation.number = 10;
        observation.title = std::string("Throughput rises with the batch size, and falls where the memory is full");
        observation.verdict = analysis::Observation::Verdict::Holds;
        observation.evidence =
            std::string("12.3 samples/s with batch size 4, 63.2 samples/s with batch size 64 (6 trainings)");
        observation.advice = std::string("Choose the largest batch size that fits into the memory of the device.");
        analysis::StudyObservations observations;
        observations.groups = {
            {analysis::ObservationGroup::Kind::All, "tx2", {}, 12, {observation}},
            {analysis::ObservationGroup::Kind::Model, "tx2", std::string("resnet50"), 6, {observation}}};
        return observations;
    }

    static QList<ImportFile> importFiles()
    {
        return {{.path = "/home/ada/board.log", .kind = "logs of tegrastats", .bytes = 1'240'000, .usesInterval = true},
                {.path = "/home/ada/recordings-of-this-week/resnet50-kernels-of-the-second-attempt.nvvp",
                 .kind = "databases of nvprof (.nvvp) and Nsight Systems (.sqlite)",
                 .bytes = 84'000'000},
                {.path = "/home/ada/power-meter.csv",
                 .kind = "CSV files of a time and columns of numbers",
                 .bytes = 96'000,
                 .usesColumns = true},
                {.path = "/home/ada/notes.txt",
                 .kind = {},
                 .bytes = 96,
                 .fault = "notes.txt is of no kind that can be imported: it begins with \"On Monday\""}};
    }

    /// A window that has this size now. The rows of a test function share it, since to make a window and to analyse a
    /// recording take most of their time.
    MainWindow& shared(QSize size)
    {
        m_isNew = !m_shared || m_sharedBy != QTest::currentTestFunction();
        if (m_isNew) {
            m_shared = std::make_unique<MainWindow>();
            m_sharedBy = QTest::currentTestFunction();
        }
        showInSize(*m_shared, size);
        return *m_shared;
    }

    /// The same with an analysed recording.
    MainWindow& opened(QSize size)
    {
        MainWindow& window = shared(size);
        if (m_isNew)
            open(window, size);
        return window;
    }

    /// Opens the recording and waits for its figures.
    void open(MainWindow& window, QSize size) const
    {
        showInSize(window, size);
        window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
        window.setView(m_view, false);
        QTRY_VERIFY(window.findChild<JumpTable*>("ops")->model()->rowCount() > 0);
        QTRY_VERIFY(window.recordingPage()->inspector()->text().contains("CPU\t"));
    }

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording({.steps = 60, .tracedTo = 20})); }
    void init() { useFreshSettings(m_folder.path()); }
    void cleanupTestCase() { m_shared.reset(); }

    void devices_data() { sizes(); }
    void devices()
    {
        QFETCH(QSize, size);
        MainWindow window;
        showInSize(window, size);
        window.showDevicePage();
        check(window, "devices-empty");
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        window.showDevice("nvidia@tx2-lab");
        check(window, "devices");
    }

    void recording_data() { sizes(); }
    void recording()
    {
        QFETCH(QSize, size);
        MainWindow& window = opened(size);
        window.recordingPage()->showTab(RecordingPage::Tab::Ops);
        window.timeline()->axis()->showAll();
        check(window, "recording");
        window.timeline()->zoomToStep(5);
        check(window, "step");
        const std::array<const char*, 9> names = {"ops", "energy", "steps",     "fold", "observations",
                                                  "log", "health", "bookmarks", "query"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            window.recordingPage()->showTab(static_cast<RecordingPage::Tab>(i));
            check(window, names[i]);
        }
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<JumpTable*>("energy")->model()->rowCount() > 0, 30'000);
        window.recordingPage()->showTab(RecordingPage::Tab::Energy);
        check(window, "energy-known");
    }

    void comparison_data() { sizes(); }
    void comparison()
    {
        QFETCH(QSize, size);
        MainWindow& window = opened(size);
        window.setComparison(m_view, "/home/ada/resnet50-batch64.stepscope", {});
        auto* page = window.findChild<ComparePage*>();
        QTRY_VERIFY(page->opsTable()->model()->rowCount() > 0);
        check(window, "comparison");
    }

    void start_data() { sizes(); }
    void start()
    {
        QFETCH(QSize, size);
        MainWindow window;
        showInSize(window, size);
        window.setBoardModels({"resnet50", "lstm"});
        window.setModels({"smallcnn", "resnet50"});
        check(window, "start-empty");
        for (const char* path : {"/home/ada/lstm-batch64.stepscope", "/home/ada/recordings/of/resnet50/"
                                                                     "batch32-with-a-name-of-many-words.stepscope"})
            settings::rememberRecording(path);
        window.startPage()->unfinished()->setRecordings(
            {{"nvidia@tx2-lab", "20190412-101502-7f3a", "/home/ada/resnet50-batch32.stepscope", 41'900'000,
              "The run goes on; 12.3 MB to fetch so far."},
             {"nvidia@10.0.0.7:2222", "20190411-220114-01bc", "/home/ada/lstm-batch64-with-a-long-name.stepscope", 0,
              "Not reachable: nvidia@10.0.0.7:2222: connection refused: the host is up, but no SSH server listens on "
              "that port; check the port, or start sshd on it"}});
        window.showStartPage();
        check(window, "start");
        window.showError("The key of tx2-lab has changed since the last time, so nothing was sent to it. If the board "
                         "was reinstalled, remove the old key: ssh-keygen -R tx2-lab");
        check(window, "start-error");
        window.findChild<WindowActions*>()->about->trigger();
        check(window, "about");
    }

    void captureForm_data() { sizes(); }
    void captureForm()
    {
        QFETCH(QSize, size);
        MainWindow window;
        showInSize(window, size);
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        window.showDevice("nvidia@tx2-lab");
        window.setRuns("nvidia@tx2-lab", {{"20190412-101502-resnet50", "running", "python3 train.py --model resnet50",
                                           QDateTime::fromSecsSinceEpoch(1555063502), 48'200'000},
                                          {"20190411-220114-lstm", "ended", "python3 lstm.py",
                                           QDateTime::fromSecsSinceEpoch(1555020074), 212'000'000}});
        check(window, "device-runs");
        window.findChild<CaptureOptionsFold*>()->setUnfolded(true);
        check(window, "run-options");
        CaptureStatus status;
        status.phase = CapturePhase::Deploying;
        status.text = "1.1 of 1.4 MB";
        status.progress = 0.78;
        status.target = "nvidia@tx2-lab";
        window.setCaptureStatus(status);
        check(window, "deploying");
    }

    void study_data() { sizes(); }
    void study()
    {
        QFETCH(QSize, size);
        MainWindow& window = shared(size);
        const analysis::Study study = testing::knownStudy();
        const analysis::Study other = testing::knownStudy(1.5);
        window.setStudy(studyContent(study));
        StudyComparisonContent comparison{"/home/ada/after", other, analysis::compareStudies(study, other), {}};
        comparison.figures = analysis::comparisonFigures(comparison.comparison, "tx2-study", "after");
        window.setStudyComparison(comparison);
        window.setStudyObservations(studyObservations());
        const auto* list = window.findChild<QListWidget*>("studyEntries");
        for (int row = 0; row < list->count(); ++row) {
            const QString entry = list->item(row)->data(Qt::UserRole).toString();
            if (window.studyPage()->showEntry(entry))
                check(window, "study-" + entry);
        }
        window.setSweepStatus({"/home/ada/tx2-study", SweepStatus::Phase::Running, "tx2: resnet50, batch 4, repeat 2"});
        check(window, "study-sweeping");
    }

    void fleet_data() { sizes(); }
    void fleet()
    {
        QFETCH(QSize, size);
        MainWindow window;
        showInSize(window, size);
        window.showFleetPage();
        check(window, "fleet-empty");
        const std::array<std::pair<const char*, CapturePhase>, 3> devices = {
            std::pair{"nvidia@tx2-lab", CapturePhase::Streaming},
            {"nvidia@board-with-a-long-name.lab.example.org:2222", CapturePhase::Reconnecting},
            {"local", CapturePhase::Ended}};
        for (const auto& [target, phase] : devices) {
            CaptureStatus status;
            status.target = target;
            status.phase = phase;
            status.recording = QString("/home/ada/%1.stepscope").arg(target);
            window.setCapture(status);
            window.setCaptureView(status.recording, m_view, phase != CapturePhase::Ended);
        }
        const FleetModel& model = window.fleetPage()->model();
        const auto known = [&model] {
            int rows = 0;
            for (int row = 0; row < model.rowCount(); ++row)
                rows += model.row(row).figures ? 1 : 0;
            return rows;
        };
        QTRY_COMPARE(known(), 3);
        const JumpTable& table = *window.fleetPage()->table();
        const int unused = table.viewport()->width() - table.horizontalHeader()->length();
        QVERIFY2(unused < 40, qPrintable(QString::number(unused)));
        check(window, "fleet");
    }

    void dialogs_data() { sizes(); }
    void dialogs()
    {
        QFETCH(QSize, size);
        shared(size);
        HostKeyDialog key("nvidia@tx2-lab", "ssh-ed25519", "SHA256:uNiVztksCsDhcc0u9e8BrQGz3JkJ1GkUMsj8N0oYtfA");
        checkDialog(key, size);
        SecretDialog secret("Password of nvidia@board-with-a-long-name.lab.example.org:2222");
        checkDialog(secret, size);
        const RemoteRun run{"20190412-101502-7f3a", "ended", "python3 train.py --model resnet50", {}, 48'200'000};
        CleanDialog clean("nvidia@tx2-lab", {{{run, run}, 1, 57'000'000}, {{run, run, run}, 1, 90'000'000}, 1});
        checkDialog(clean, size);
        ImportDialog import;
        import.addFiles(importFiles());
        checkDialog(import, size);
        SweepDialog sweep({"local", "nvidia@tx2-lab"}, {"smallcnn", "densenet40", "resnet50", "squeezenet", "vgg16",
                                                        "xception", "inception_v1", "char_cnn", "seq2seq"});
        checkDialog(sweep, size);
        PaperDialog paper(m_view, {});
        checkDialog(paper, size);
        widgets::ScaleDialog scale("VDD_SYS_GPU", {}, "W", 10);
        checkDialog(scale, size);
        GuideWindow guide;
        checkDialog(guide, size);
    }

    void dialogsOfTheWindow_data() { sizes(); }
    void dialogsOfTheWindow()
    {
        QFETCH(QSize, size);
        MainWindow& window = opened(size);
        window.findChild<WindowActions*>()->shortcuts->trigger();
        auto* shortcuts = window.findChild<ShortcutsDialog*>();
        QVERIFY(shortcuts != nullptr);
        checkDialog(*shortcuts, size);
        window.findChild<WindowActions*>()->palette->trigger();
        auto* palette = window.findChild<Palette*>();
        QVERIFY(palette != nullptr);
        check(*palette, "palette");
        palette->close();
        window.findChild<WindowActions*>()->findOp->trigger();
        window.findChild<QLineEdit*>("findWords")->setText("conv");
        check(window, "find");
        window.imports()->setDone("board.log",
                                  {{.name = "resnet50-kernels-of-the-second-attempt.nvvp",
                                    .method = "by its clock and its activity",
                                    .beginSeconds = 12.345678,
                                    .accuracySeconds = 0.04,
                                    .confidence = 0.97,
                                    .text = "resnet50-kernels.nvvp is aligned to board.log by the real time in both"},
                                   {.name = "power-meter.csv", .method = "not aligned: begins with it"}});
        check(window, "alignment");
        window.imports()->panel()->hide();
        window.help()->tour()->start();
        for (int i = 0; i < 3 && window.help()->tour()->isRunning(); ++i) {
            check(window, QString("tour-%1").arg(i));
            if (auto* next = window.findChild<QPushButton*>("tourNext"); next != nullptr && next->isVisible())
                next->click();
        }
    }

    /// The keys have the width of their texts; the actions have all the rest.
    void actionsOfShortcutsAreWhole()
    {
        const MainWindow window;
        ShortcutsDialog dialog(window.findChild<WindowActions*>()->shortcutList());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(dialog.width() <= dialog.screen()->availableSize().width());
        auto* list = dialog.findChild<QTreeWidget*>("shortcuts");
        const QAbstractItemView* view = list;
        const int keys = std::max(view->sizeHintForColumn(0), list->header()->sectionSizeHint(0));
        QCOMPARE(list->columnWidth(0), keys);
        dialog.resize(1600, dialog.height());
        QTRY_VERIFY(list->columnWidth(1) >= view->sizeHintForColumn(1));
        QCOMPARE(list->columnWidth(0), keys);
    }

    void timelineHasItsShare_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("share");
        QTest::newRow("1024x700") << QSize(1024, 700) << 0.5;
        QTest::newRow("1366x768") << QSize(1366, 768) << 0.6;
        QTest::newRow("1920x1080") << QSize(1920, 1080) << 0.55;
    }
    /// Of the width, without the names and the values of its rows; and names of ops have 160 px.
    void timelineHasItsShare()
    {
        QFETCH(QSize, size);
        QFETCH(double, share);
        MainWindow& window = opened(size);
        QTRY_VERIFY(window.timeline()->isDrawn());
        const double width = window.timeline()->dataWidth();
        QVERIFY(window.timeline()->width() >= 0.6 * size.width());
        QVERIFY2(width >= share * size.width(), qPrintable(QString("%1 of %2").arg(width).arg(size.width())));
        const auto* ops = window.findChild<JumpTable*>("ops");
        QVERIFY(ops->columnWidth(OpsModel::Name) >= 160);
        QVERIFY(!ops->isColumnHidden(OpsModel::Total) && !ops->isColumnHidden(OpsModel::Share));
    }

    /// "cpu1 Denver2": the cut name says neither which core nor of which cluster.
    void namesOfCoresFitTheInspector()
    {
        MainWindow window;
        open(window, {1366, 768});
        const auto* figures = window.findChild<QTreeWidget*>("figures");
        const QList<QTreeWidgetItem*> cores = figures->findItems("cpu", Qt::MatchStartsWith | Qt::MatchRecursive);
        QVERIFY(cores.size() >= 6);
        constexpr int kMargins = 12; // of ShareBar
        for (const QTreeWidgetItem* core : cores)
            QTRY_VERIFY(figures->columnWidth(0) - figures->visualItemRect(core).left() - kMargins >=
                        figures->fontMetrics().horizontalAdvance(core->text(0)));
    }

    /// As wide as their contents and titles, until the user resizes them.
    void columnsFitTheirContents()
    {
        MainWindow window;
        open(window, {1366, 768});
        for (const auto tab : {RecordingPage::Tab::Steps, RecordingPage::Tab::Energy}) {
            window.recordingPage()->showTab(tab);
            auto* table = window.findChild<JumpTable*>(tab == RecordingPage::Tab::Steps ? "steps" : "energy");
            constexpr int kColumn = 3; // a figure in both
            const auto most = [table] {
                const QHeaderView* header = table->horizontalHeader();
                const int title = header->fontMetrics().horizontalAdvance(
                    table->model()->headerData(kColumn, Qt::Horizontal).toString());
                return std::max(title, table->fontMetrics().horizontalAdvance("888.8 ms")) + 48; // padding, sort arrow
            };
            QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, 30'000);
            QTRY_VERIFY(table->columnWidth(kColumn) <= most());
            QCOMPARE(truncatedCells(window).join('\n'), QString());
            table->horizontalHeader()->resizeSection(kColumn, 211);
            window.resize(1400, 768);
            window.setView(m_view, false);
            QTest::qWait(150); // longer than a table waits for further contents
            QCOMPARE(table->columnWidth(kColumn), 211);
        }
        window.showDevice("nvidia@tx2-lab");
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        auto* tree = window.findChild<QTreeWidget*>("facts");
        QVERIFY(tree->columnWidth(0) >= tree->fontMetrics().horizontalAdvance("CPU time (cgroup)"));
        tree->header()->resizeSection(0, 211);
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        QCOMPARE(tree->columnWidth(0), 211);
    }

    void shortcutsAreFound()
    {
        MainWindow window;
        showInSize(window, {1366, 768});
        window.findChild<WindowActions*>()->shortcuts->trigger();
        auto* list = window.findChild<QTreeWidget*>("shortcuts");
        QVERIFY(list && list->topLevelItemCount() >= 3); // groups
        const auto shown = [list] {
            int lines = 0;
            for (int i = 0; i < list->topLevelItemCount(); ++i) {
                for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j)
                    lines += list->topLevelItem(i)->child(j)->isHidden() ? 0 : 1;
            }
            return lines;
        };
        QVERIFY(shown() > 40);
        window.findChild<QLineEdit*>("shortcutWords")->setText(list->topLevelItem(1)->child(0)->text(1));
        QVERIFY(shown() >= 1 && shown() < 5);
    }

    /// A pane that was collapsed for want of width comes back with the width, and what the user chose stays.
    void panesCollapse()
    {
        MainWindow window;
        open(window, {1920, 1080});
        auto* actions = window.findChild<WindowActions*>();
        QVERIFY(actions->showSidebar->isChecked() && actions->showInspector->isChecked());
        window.resize(1366, 768);
        QTRY_VERIFY(!actions->showSidebar->isChecked());
        QVERIFY(actions->showInspector->isChecked());
        window.resize(1024, 700);
        QTRY_VERIFY(!actions->showInspector->isChecked());
        actions->showInspector->trigger();
        QVERIFY(window.recordingPage()->inspector()->isVisible());
        window.resize(1100, 700); // of the same width class
        QTest::qWait(20);
        QVERIFY(actions->showInspector->isChecked());
        window.resize(1920, 1080);
        QTRY_VERIFY(actions->showSidebar->isChecked());
        actions->showSidebar->trigger();
        window.resize(1024, 700);
        QTRY_VERIFY(!actions->showInspector->isChecked());
        window.resize(1920, 1080);
        QTRY_VERIFY(actions->showInspector->isChecked());
        QVERIFY(!actions->showSidebar->isChecked());
    }

private:
    QTemporaryDir m_folder;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_shared;
    QByteArray m_sharedBy; ///< test function
    bool m_isNew = false;
};

QTEST_MAIN(TestSmallScreens)
#include "tst_smallscreens.moc"
