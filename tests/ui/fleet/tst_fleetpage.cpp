// The fleet page: states, figures, sorting, what it computes and when. With STEPSCOPE_PICTURES=DIR it writes pictures
// of the page with 0, 1, 3 and 10 devices.

#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/fleet/fleetpage.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

CaptureStatus statusOf(const QString& target, CapturePhase phase, bool hasRecording = true)
{
    CaptureStatus status;
    status.target = target;
    status.phase = phase;
    if (hasRecording)
        status.recording = "/home/ada/" + QString(target).replace(':', '-') + ".stepscope";
    return status;
}

/// 5 steps a second of 32 samples.
trace::TraceView training(bool isEnded, std::uint64_t steps = 40)
{
    return testing::viewOf(testing::makeTrainingRecording({.steps = steps, .ended = isEnded}));
}

const FleetRow& rowOf(const FleetPage& page, const QString& target)
{
    return page.model().row(page.model().rowOf(target));
}

/// The devices in the order of the table.
QStringList shown(const FleetPage& page)
{
    QStringList targets;
    for (int row = 0; row < page.table()->model()->rowCount(); ++row)
        targets << page.table()->model()->index(row, FleetModel::Device).data().toString();
    return targets;
}

} // namespace

class TestFleetPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void withoutACaptureItSaysWhatToDo()
    {
        FleetPage page;
        page.setDevices({"nvidia@tx2-lab"});
        page.show();
        auto* profile = page.findChild<QPushButton*>("fleetProfile");
        QVERIFY(profile->isVisible() && !page.table()->isVisible());
        QSignalSpy requested(&page, &FleetPage::profileRequested);
        profile->click();
        QCOMPARE(requested.count(), 1);
        // With the first capture, the other known devices are idle.
        page.setStatus(statusOf("local", CapturePhase::Connecting, false));
        QVERIFY(page.table()->isVisible());
        QCOMPARE(page.model().rowCount(), 2);
        QCOMPARE(rowOf(page, "nvidia@tx2-lab").state(), DeviceState::Idle);
    }

    void theFiguresAreThoseOfTheTraining()
    {
        FleetPage page;
        page.show();
        for (const bool isLive : {true, false}) {
            const QString target = isLive ? "live" : "ended";
            page.setStatus(statusOf(target, isLive ? CapturePhase::Streaming : CapturePhase::Ended));
            page.setView(rowOf(page, target).status.recording, training(!isLive), isLive);
            QTRY_VERIFY(rowOf(page, target).figures.has_value());
            const DeviceFigures& figures = *rowOf(page, target).figures;
            QCOMPARE(figures.isWhole, !isLive);
            QCOMPARE(figures.steps, std::size_t(40));
            QVERIFY2(figures.stepsPerSecond && std::abs(*figures.stepsPerSecond / 5 - 1) < 0.05,
                     qPrintable(QString::number(figures.stepsPerSecond.value_or(0))));
            QVERIFY(std::abs(*figures.samplesPerSecond / *figures.stepsPerSecond - 32) < 1e-6);
            QVERIFY(figures.watts && *figures.watts > 1);
            QVERIFY(figures.gpu && *figures.gpu > 0 && *figures.gpu < 1);
            QVERIFY(figures.memoryBytes && *figures.memoryBytes > 0);
            QVERIFY(std::any_of(figures.wattsLine.values.begin(), figures.wattsLine.values.end(),
                                [](float value) { return std::isfinite(value); }));
        }
    }

    void statesFollowTheCapture_data()
    {
        QTest::addColumn<CapturePhase>("phase");
        QTest::addColumn<QString>("name");
        QTest::newRow("connecting") << CapturePhase::Connecting << "starting";
        QTest::newRow("live") << CapturePhase::Streaming << "training";
        QTest::newRow("silent") << CapturePhase::Silent << "no data";
        QTest::newRow("broken") << CapturePhase::Reconnecting << "link broken";
        QTest::newRow("stopping") << CapturePhase::Stopping << "stopping";
        QTest::newRow("ended") << CapturePhase::Ended << "ended";
        QTest::newRow("failed") << CapturePhase::Failed << "failed";
    }
    void statesFollowTheCapture()
    {
        QFETCH(CapturePhase, phase);
        FleetModel model;
        model.setStatus(statusOf("tx2", phase));
        const QModelIndex state = model.index(0, FleetModel::State);
        QTEST(state.data().toString(), "name");
        QVERIFY(state.data(Qt::AccessibleTextRole).toString().contains(state.data().toString()));
        QVERIFY(!state.data(Qt::DecorationRole).value<QIcon>().isNull());
    }

    void throttlingAndFailuresAreStates()
    {
        FleetModel model;
        model.setStatus(statusOf("tx2", CapturePhase::Streaming));
        DeviceFigures figures;
        figures.throttles = true;
        model.setFigures("tx2", figures);
        QCOMPARE(model.row(0).state(), DeviceState::Throttling);
        figures.failure = std::string("Ended by signal 9 (Killed)");
        figures.isWhole = true;
        model.setStatus(statusOf("tx2", CapturePhase::Ended));
        model.setFigures("tx2", figures);
        QCOMPARE(model.row(0).state(), DeviceState::Failed);
        QVERIFY(model.index(0, FleetModel::State).data(Qt::ToolTipRole).toString().contains("Killed"));
        // The next recording of the device has no figures yet.
        CaptureStatus next = statusOf("tx2", CapturePhase::Streaming);
        next.recording = "/home/ada/next.stepscope";
        model.setStatus(next);
        QCOMPARE(model.row(0).state(), DeviceState::Training);
    }

    /// A device that still has a run of an earlier window is shown as left running, not as idle.
    void aRunOfAnEarlierWindowIsShown()
    {
        FleetPage page;
        page.setLeftRunning({"tx2"});
        QCOMPARE(page.model().rowCount(), 1); // also where this window records nothing
        page.setDevices({"tx2", "nano"});
        page.setStatus(statusOf("xavier", CapturePhase::Streaming));
        const auto state = [&page](const QString& target) {
            return page.model().row(page.model().rowOf(target)).state();
        };
        QCOMPARE(state("tx2"), DeviceState::LeftRunning);
        QCOMPARE(state("nano"), DeviceState::Idle);
        QVERIFY(page.summary().contains("left running"));
        page.setStatus(statusOf("tx2", CapturePhase::Streaming)); // it is continued
        QCOMPARE(state("tx2"), DeviceState::Training);
        page.setLeftRunning({"nano"});
        QCOMPARE(state("nano"), DeviceState::LeftRunning);
        page.setLeftRunning({});
        QCOMPARE(state("nano"), DeviceState::Idle);
    }

    /// A run that this window left is shown as left running until its device says that it has ended.
    void aRunThatWasLeftEnds()
    {
        FleetPage page;
        CaptureStatus left = statusOf("tx2", CapturePhase::Ended);
        left.text = "the run goes on";
        left.run = "run-1";
        page.setStatus(left);
        QCOMPARE(page.model().row(0).state(), DeviceState::LeftRunning);
        page.setLeftRunning({"tx2"});
        page.setLeftRunning({}); // the user has removed the offer, which says nothing of the run
        page.setRunEnded("tx2", "run-0");
        QCOMPARE(page.model().row(0).state(), DeviceState::LeftRunning);
        page.setRunEnded("tx2", "run-1");
        QCOMPARE(page.model().row(0).state(), DeviceState::Ended);
    }

    void rowsAreSortedByValueAndByAttention()
    {
        FleetPage page;
        page.show();
        const auto add = [&page](const QString& target, CapturePhase phase, double watts) {
            page.setStatus(statusOf(target, phase));
            DeviceFigures figures;
            figures.watts = watts;
            const_cast<FleetModel&>(page.model()).setFigures(target, figures);
        };
        add("b", CapturePhase::Streaming, 12);
        add("a", CapturePhase::Reconnecting, 7);
        add("c", CapturePhase::Failed, 9);
        QCOMPARE(shown(page), QStringList({"a", "b", "c"}));
        page.table()->sortByColumn(FleetModel::Power, Qt::DescendingOrder);
        QCOMPARE(shown(page), QStringList({"b", "c", "a"}));
        page.table()->sortByColumn(FleetModel::State, Qt::AscendingOrder);
        QCOMPARE(shown(page), QStringList({"c", "a", "b"}));
        QCOMPARE(page.summary(), QString("3 devices: 1 failed, 1 link broken, 1 training; %1 together").arg(watts(19)));
    }

    void aHiddenPageComputesOnlyEnds()
    {
        FleetPage page;
        page.setStatus(statusOf("live", CapturePhase::Streaming));
        page.setStatus(statusOf("ended", CapturePhase::Ended));
        page.setView(rowOf(page, "live").status.recording, training(false), true);
        page.setView(rowOf(page, "ended").status.recording, training(true), false);
        QTRY_VERIFY(rowOf(page, "ended").figures.has_value());
        QVERIFY(!rowOf(page, "live").figures);
        page.show();
        QTRY_VERIFY(rowOf(page, "live").figures.has_value());
    }

    void aViewWithoutNewDataIsNotComputedAgain()
    {
        FleetPage page;
        page.show();
        page.setStatus(statusOf("live", CapturePhase::Streaming));
        const QString recording = rowOf(page, "live").status.recording;
        const trace::TraceView view = training(false);
        page.setView(recording, view, true);
        QTRY_VERIFY(rowOf(page, "live").figures.has_value());
        QSignalSpy changes(&page.model(), &FleetModel::dataChanged);
        page.setView(recording, view, true);
        page.setView(recording, training(false, 60), true); // comes after it, if it is computed
        QTRY_COMPARE(rowOf(page, "live").figures->steps, std::size_t(60));
        QCOMPARE(changes.count(), 1);
    }

    void theKeyboardReachesEverything()
    {
        FleetPage page;
        page.show();
        page.setStatus(statusOf("a", CapturePhase::Streaming));
        page.setStatus(statusOf("b", CapturePhase::Streaming));
        page.setStatus(statusOf("c", CapturePhase::Connecting, false));
        JumpTable* table = page.table();
        QSignalSpy recording(&page, &FleetPage::recordingRequested);
        QSignalSpy device(&page, &FleetPage::deviceRequested);
        QSignalSpy compare(&page, &FleetPage::compareRequested);
        QSignalSpy stop(&page, &FleetPage::stopRequested);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(recording.takeFirst()[0].toString(), rowOf(page, "a").status.recording);
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        page.findChild<QPushButton*>("fleetCompare")->click();
        QCOMPARE(compare.count(), 1);
        page.findChild<QPushButton*>("fleetStop")->click();
        QCOMPARE(stop.count(), 2);
        table->setCurrentIndex(table->model()->index(2, 0));
        QVERIFY(!page.findChild<QPushButton*>("fleetStop")->isEnabled());
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(device.takeFirst()[0].toString(), "c");
    }

    void looks_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            for (const QSize size : {QSize(1024, 700), QSize(1366, 768), QSize(1920, 1080)})
                QTest::addRow("%s-%d", theme == ThemeChoice::Dark ? "dark" : "light", size.width()) << theme << size;
        }
    }
    void looks()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        struct Row
        {
            const char* target;
            CapturePhase phase;
            std::uint64_t steps;
        };
        const Row rows[] = {{"nvidia@tx2-lab", CapturePhase::Streaming, 700},
                            {"nvidia@xavier-04.lab.example.org:2222", CapturePhase::Reconnecting, 300},
                            {"local", CapturePhase::Ended, 120},
                            {"nvidia@nano-1", CapturePhase::Streaming, 40},
                            {"nvidia@nano-2", CapturePhase::Silent, 90},
                            {"nvidia@orin", CapturePhase::Failed, 0},
                            {"nvidia@tx1", CapturePhase::Connecting, 0},
                            {"virtual-tx2", CapturePhase::Stopping, 60},
                            {"virtual-tx2:orin", CapturePhase::Streaming, 200},
                            {"virtual-tx2:xavier", CapturePhase::Streaming, 400}};
        for (const int count : {0, 1, 3, 10}) {
            MainWindow window;
            showInSize(window, size);
            for (int i = 0; i < count; ++i) {
                const CaptureStatus status = statusOf(rows[i].target, rows[i].phase, rows[i].steps > 0);
                window.setCapture(status);
                if (rows[i].steps > 0)
                    window.setCaptureView(status.recording, training(!isLive(status.phase), rows[i].steps),
                                          isLive(status.phase));
            }
            window.showFleetPage();
            const FleetPage& page = *window.fleetPage();
            for (int i = 0; i < count; ++i)
                QTRY_VERIFY(rows[i].steps == 0 || rowOf(page, rows[i].target).figures.has_value());
            if (count > 3)
                page.table()->selectRow(2);
            QTest::qWait(50); // the layout is asynchronous
            QCOMPARE((truncatedControls(window) + truncatedCells(window)).join('\n'), "");
            savePicture(window, QStringLiteral("fleet-%1-%2").arg(QTest::currentDataTag()).arg(count));
        }
    }
};

QTEST_MAIN(TestFleetPage)
#include "tst_fleetpage.moc"
