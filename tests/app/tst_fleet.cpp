// Several boards in one window: three virtual boards are recorded at the same time by real agents, shown on the fleet
// page, compared while they run; one training is killed. The figures of the ended runs are those of `stepscope report`.

#include "app/window/windowcontroller.h"
#include "tests/support/programrun.h"
#include "tests/ui/looks.h"
#include "ui/comparison/comparepage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/study/studypage.h"
#include "ui/window/selectionstrip.h"
#include "ui/window/windowactions.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <csignal>
#include <memory>

using namespace stepscope;
using ui::CapturePhase;
using ui::DeviceState;

namespace {

const QStringList kBoards = {"virtual-tx2", "virtual-tx2:nano", "virtual-tx2:xavier"};
const QStringList kModels = {"dqn", "squeezenet", "dqn"};
const QStringList kSeeds = {"48151", "48152", "48153"}; ///< identify the processes of this test

/// Processes that have the word in their command line.
QList<qint64> processesWith(const QByteArray& word)
{
    QList<qint64> found;
    for (const QString& entry : QDir("/proc").entryList(QDir::Dirs)) {
        QFile line("/proc/" + entry + "/cmdline");
        if (entry.toLongLong() > 0 && line.open(QIODevice::ReadOnly) && line.readAll().split('\0').contains(word))
            found << entry.toLongLong();
    }
    return found;
}

double number(const QJsonObject& report, const char* group, const char* name)
{
    return report[QLatin1String(group)].toObject()[QLatin1String(name)].toDouble(-1);
}

} // namespace

class FleetTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<app::WindowController> m_controller;

    [[nodiscard]] ui::MainWindow& window() const { return m_controller->window(); }
    [[nodiscard]] ui::FleetPage* fleet() const { return window().fleetPage(); }
    [[nodiscard]] QString recording(int board) const
    {
        return m_folder.filePath(QStringLiteral("board%1.stepscope").arg(board));
    }
    [[nodiscard]] ui::FleetRow row(int board) const
    {
        const int at = fleet()->model().rowOf(kBoards[board]);
        return at < 0 ? ui::FleetRow() : fleet()->model().row(at);
    }
    [[nodiscard]] bool isTraining(int board) const
    {
        return row(board).state() == DeviceState::Training && row(board).figures &&
               row(board).figures->stepsPerSecond && row(board).figures->watts;
    }
    [[nodiscard]] QPushButton* button(const char* name) const
    {
        return window().findChild<QPushButton*>(QLatin1String(name));
    }

    void profile(int board) const
    {
        ui::CaptureRequest request;
        request.target = kBoards[board];
        request.command = QStringLiteral("./virtual-tx2 train --model %1 --batch 4 --steps 100000 --seed %2")
                              .arg(kModels[board], kSeeds[board]);
        request.ops = "none";
        request.recordingPath = recording(board);
        emit window().profileRequested(request);
    }

    /// Selects the rows of these boards on the fleet page.
    void choose(const QList<int>& boards) const
    {
        ui::JumpTable* table = fleet()->table();
        table->clearSelection();
        for (int shown = 0; shown < table->model()->rowCount(); ++shown) {
            const QModelIndex index = table->model()->index(shown, ui::FleetModel::Device);
            for (const int board : boards) {
                if (index.data().toString() == kBoards[board])
                    table->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
    }

    /// The item of a device or a recording in the side bar.
    [[nodiscard]] QTreeWidgetItem* place(const QString& text) const
    {
        const auto items =
            window().findChild<QTreeWidget*>("places")->findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
        return items.isEmpty() ? nullptr : items.front();
    }
    [[nodiscard]] QString spoken(const QString& text) const
    {
        const QTreeWidgetItem* item = place(text);
        return item ? item->data(0, Qt::AccessibleTextRole).toString() : QString();
    }

private slots:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("STEPSCOPE_VIRTUAL_BOARD"))
            QSKIP("This build has no virtual boards.");
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_folder.filePath("config")));
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.filePath("data")));
        qputenv("HOME", QFile::encodeName(m_folder.path())); // of the virtual boards
        for (const QString& board : kBoards)
            ui::settings::rememberDevice(board);
    }
    void init()
    {
        m_controller = std::make_unique<app::WindowController>();
        window().resize(1366, 768);
        window().show();
    }
    void cleanup() { m_controller.reset(); }
    void cleanupTestCase()
    {
        for (const QString& seed : kSeeds) {
            for (const qint64 process : processesWith(seed.toLatin1()))
                ::kill(static_cast<pid_t>(process), SIGKILL);
        }
    }

    /// The whole life of three captures.
    void recordsThreeBoardsAtOnce()
    {
        window().showFleetPage();
        QVERIFY(button("fleetProfile")->isVisible());
        for (const int board : {0, 1, 2})
            profile(board);
        QTRY_VERIFY_WITH_TIMEOUT(row(2).status.phase == CapturePhase::Streaming, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(window().view().hasHeader(), 60'000);
        window().showFleetPage();
        QTRY_VERIFY_WITH_TIMEOUT(isTraining(0) && isTraining(1) && isTraining(2), 60'000);
        QVERIFY2(fleet()->summary().contains("3 training"), qPrintable(fleet()->summary()));
        for (const int board : {0, 1, 2}) {
            QVERIFY2(spoken(kBoards[board]).contains("training"), qPrintable(spoken(kBoards[board])));
            QVERIFY(spoken(QStringLiteral("board%1").arg(board)).contains("training"));
        }
        QCOMPARE(ui::truncatedControls(window()).join('\n'), "");
        ui::savePicture(window(), "fleet-real-3");

        aSecondCaptureOfADeviceIsRefused();
        rowsLeadToTimelines();
        comparesTwoThatRun();
        oneIsStoppedAndOneKilled();
    }

private:
    void aSecondCaptureOfADeviceIsRefused()
    {
        profile(0);
        QVERIFY(window().findChild<ui::MessageLine*>("banner")->text().contains(kBoards[0]));
        QVERIFY(isTraining(0));
    }

    void rowsLeadToTimelines()
    {
        for (const int board : {1, 0}) {
            window().showFleetPage();
            choose({board});
            button("fleetTimeline")->click();
            QVERIFY(!fleet()->isVisible());
            QCOMPARE(window().captureStatus().target, kBoards[board]);
            QCOMPARE(window().captureStatus().recording, recording(board));
            const std::size_t before = window().view().stepCount();
            QVERIFY(before > 0);
            QTRY_VERIFY_WITH_TIMEOUT(window().view().stepCount() > before, 20'000);
        }
        window().showFleetPage();
    }

    void comparesTwoThatRun()
    {
        choose({0, 1});
        QVERIFY(button("fleetCompare")->isEnabled());
        button("fleetCompare")->click();
        const ui::ComparePage* page = window().comparePage();
        QTRY_VERIFY_WITH_TIMEOUT(page->isVisible() && page->hasSides(), 20'000);
        const auto end = [page](int side) { return page->side(side).range.end; };
        const std::int64_t before[] = {end(0), end(1)};
        QTRY_VERIFY_WITH_TIMEOUT(end(0) > before[0] && end(1) > before[1], 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(page->channelsTable()->model()->rowCount() > 0, 20'000);
        ui::savePicture(window(), "fleet-real-compare");
    }

    void oneIsStoppedAndOneKilled()
    {
        window().showFleetPage();
        choose({1});
        button("fleetStop")->click();
        QTRY_COMPARE_WITH_TIMEOUT(row(1).status.phase, CapturePhase::Ended, 30'000);
        const QList<qint64> training = processesWith(kSeeds[2].toLatin1());
        QVERIFY(!training.isEmpty());
        for (const qint64 process : training) {
            QFile name(QStringLiteral("/proc/%1/comm").arg(process));
            if (name.open(QIODevice::ReadOnly) && name.readAll().startsWith("virtual-tx2"))
                ::kill(static_cast<pid_t>(process), SIGKILL);
        }
        QTRY_COMPARE_WITH_TIMEOUT(row(2).state(), DeviceState::Failed, 30'000);
        // The first one is not affected.
        QCOMPARE(row(0).status.phase, CapturePhase::Streaming);
        const std::size_t before = row(0).figures->steps;
        QTRY_VERIFY_WITH_TIMEOUT(row(0).figures->steps > before, 20'000);
        QVERIFY(spoken("board0").contains("training"));
        QCOMPARE(spoken("board1"), QString());
        QCOMPARE(spoken("board2"), QString());
        ui::savePicture(window(), "fleet-real-killed");
        choose({0});
        button("fleetStop")->click();
        for (const int board : {0, 1, 2}) {
            QTRY_VERIFY_WITH_TIMEOUT(!ui::isBusy(row(board).status.phase), 30'000);
            QTRY_VERIFY_WITH_TIMEOUT(row(board).figures && row(board).figures->isWhole, 30'000);
            compareWithReport(board);
        }
    }

    void compareWithReport(int board) const
    {
        const testing::Outcome outcome = testing::runProgram(m_folder.path(), {"report", recording(board), "--json"});
        QCOMPARE(outcome.status, 0);
        const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
        const ui::DeviceFigures figures = *row(board).figures;
        const auto same = [board](const char* what, double shown, double reported) {
            QVERIFY2(std::abs(shown - reported) <= 1e-9 * std::abs(reported),
                     qPrintable(QStringLiteral("board %1, %2: %3, but the report has %4")
                                    .arg(board)
                                    .arg(QLatin1String(what))
                                    .arg(shown, 0, 'g', 12)
                                    .arg(reported, 0, 'g', 12)));
        };
        same("steps", static_cast<double>(figures.steps), number(report, "steps", "marked"));
        same("steps/s", figures.stepsPerSecond.value_or(-1), number(report, "throughput", "steps_per_second"));
        same("samples/s", figures.samplesPerSecond.value_or(-1), number(report, "throughput", "samples_per_second"));
        same("W", figures.watts.value_or(-1), number(report, "energy", "system_mean_watts"));
        same("GPU", figures.gpu.value_or(-1), number(report, "gpu", "utilization"));
        same("memory", figures.memoryBytes.value_or(-1), number(report, "memory", "peak_bytes"));
    }

private slots:
    void closingAsksOnceForAllRuns()
    {
        const QStringList targets = {"local", "virtual-tx2:orin"};
        for (const QString& target : targets) {
            ui::CaptureRequest request;
            request.target = target;
            request.command = "sleep 8";
            request.ops = "none";
            request.recordingPath = m_folder.filePath(QString(target).replace(':', '-') + ".stepscope");
            emit window().profileRequested(request);
        }
        const auto phaseOf = [this](const QString& target) {
            const int at = fleet()->model().rowOf(target);
            return at < 0 ? CapturePhase::Idle : fleet()->model().row(at).status.phase;
        };
        for (const QString& target : targets)
            QTRY_COMPARE_WITH_TIMEOUT(phaseOf(target), CapturePhase::Streaming, 30'000);
        const auto questions = [this] { return window().findChildren<QMessageBox*>("closeQuestion"); };
        QVERIFY(!window().close());
        QVERIFY(!window().close());
        QCOMPARE(questions().size(), 1);
        const QMessageBox* question = questions().front();
        for (const QString& target : targets)
            QVERIFY2(question->text().contains(target), qPrintable(question->text()));
        ui::savePicture(*questions().front(), "fleet-close-question");
        question->escapeButton()->click();
        QTRY_VERIFY(questions().isEmpty());
        QVERIFY(window().isVisible());
        QCOMPARE(phaseOf("local"), CapturePhase::Streaming);

        QVERIFY(!window().close());
        questions().front()->defaultButton()->click();
        QTRY_VERIFY(!window().isVisible());
        for (const QString& target : targets)
            QTRY_COMPARE_WITH_TIMEOUT(phaseOf(target), CapturePhase::Ended, 30'000);
    }

    /// The recordings of the first test.
    void selectedRecordingsAreComparedTestedAndExported()
    {
        for (const int board : {0, 1, 2})
            QVERIFY(QFile::exists(recording(board)));
        ui::SelectionStrip* strip = window().selection();
        QVERIFY(!strip->isVisible());
        place("board0")->setSelected(true);
        QVERIFY(!strip->isVisible());
        place("board1")->setSelected(true);
        QTRY_VERIFY(strip->isVisible());
        QCOMPARE(ui::truncatedControls(window()).join('\n'), "");
        button("compareSelected")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window().comparePage()->isVisible(), 20'000);

        place("board2")->setSelected(true);
        QVERIFY(!button("compareSelected")->isEnabled());
        button("observeSelected")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window().studyPage()->isVisible(), 30'000);
        QCOMPARE(window().studyPage()->currentEntry(), "observations");
        QVERIFY(ui::settings::studies().isEmpty()); // it has no folder
        // The killed training does not count, the stopped ones do.
        const auto* group = window().studyPage()->findChild<QComboBox*>("observationGroup");
        QTRY_VERIFY_WITH_TIMEOUT(group->count() > 0, 60'000);
        ui::savePicture(window(), "fleet-observations");

        const QString folder = m_folder.filePath("exports");
        QVERIFY(QDir().mkpath(folder));
        emit strip->exportRequested(strip->recordings(), 0, folder);
        const auto* banner = window().findChild<ui::MessageLine*>("banner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->text().contains("3 of 3"), 60'000);
        QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 3);
        // Nothing is replaced.
        emit strip->exportRequested(strip->recordings(), 0, folder);
        QTRY_VERIFY_WITH_TIMEOUT(banner->text().contains("0 of 3"), 60'000);
        QVERIFY(banner->kind() == ui::MessageLine::Kind::Error);
    }
};

QTEST_MAIN(FleetTest)
#include "tst_fleet.moc"
