#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/comparison/comparepage.h"
#include "ui/devices/devicepanel.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/recording/inspector.h"
#include "ui/recording/panels/opsmodel.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/panelayout.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QLineEdit>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <array>

using namespace stepscope;
using namespace stepscope::ui;

/// Every page on small and on large screens: no text is cut off, nothing overlaps, and the timeline has its share of
/// the width. It also runs with QT_SCALE_FACTOR=2; 960 x 540 is a screen of 1920 x 1080 pixels at 200 %.
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
        const QString faults = layoutFaults(window);
        QVERIFY2(faults.isEmpty(), qPrintable(page + ": " + faults));
        const bool isFine = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble() > 1;
        savePicture(window, QString("small-%1-%2%3").arg(page, QTest::currentDataTag(), isFine ? "-2x" : ""));
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

    void devices_data() { sizes(); }
    void devices()
    {
        QFETCH(QSize, size);
        MainWindow window;
        showInSize(window, size);
        check(window, "devices-empty");
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        check(window, "devices");
    }

    void recording_data() { sizes(); }
    void recording()
    {
        QFETCH(QSize, size);
        MainWindow window;
        open(window, size);
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
        MainWindow window;
        open(window, size);
        window.setComparison(m_view, "/home/ada/resnet50-batch64.stepscope", {});
        auto* page = window.findChild<ComparePage*>();
        QTRY_VERIFY(page->opsTable()->model()->rowCount() > 0);
        check(window, "comparison");
    }

    void timelineHasItsShare_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("share");
        QTest::newRow("1024x700") << QSize(1024, 700) << 0.5;
        QTest::newRow("1366x768") << QSize(1366, 768) << 0.55;
        QTest::newRow("1920x1080") << QSize(1920, 1080) << 0.55;
    }
    /// Of the width, without the names and the values of its rows; and names of ops have 160 px.
    void timelineHasItsShare()
    {
        QFETCH(QSize, size);
        QFETCH(double, share);
        MainWindow window;
        open(window, size);
        QTRY_VERIFY(window.timeline()->isDrawn());
        const double width = window.timeline()->dataWidth();
        QVERIFY(window.timeline()->width() >= 0.6 * size.width());
        QVERIFY2(width >= share * size.width(), qPrintable(QString("%1 of %2").arg(width).arg(size.width())));
        const auto* ops = window.findChild<JumpTable*>("ops");
        QVERIFY(ops->columnWidth(OpsModel::Name) >= 160);
        QVERIFY(!ops->isColumnHidden(OpsModel::Total) && !ops->isColumnHidden(OpsModel::Share));
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
        window.findChild<QLineEdit*>("shortcutWords")
            ->setText(WindowActions::tr("Timeline: pan").remove(QLatin1Char(':')));
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
};

QTEST_MAIN(TestSmallScreens)
#include "tst_smallscreens.moc"
