// Several captures from the start page: while a virtual TX2 is recorded, a click trains the small CNN on this computer.
// Both are live at the same time, by real agents; each is marked in the side bar, and each is stopped.

#include "app/window/windowcontroller.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/fleet/fleetpage.h"
#include "ui/parts/jumptable.h"
#include "ui/start/startpage.h"

#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <memory>

using namespace stepscope;
using ui::CapturePhase;
using ui::DeviceState;

namespace {

const QString kBoard = "virtual-tx2";
const QString kHere = "local";

} // namespace

class StartSeveralTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder; ///< home of this user
    std::unique_ptr<app::WindowController> m_controller;

    [[nodiscard]] ui::MainWindow& window() const { return m_controller->window(); }
    [[nodiscard]] QPushButton* button(const char* name) const
    {
        return window().findChild<QPushButton*>(QLatin1String(name));
    }
    [[nodiscard]] ui::FleetRow row(const QString& target) const
    {
        const ui::FleetModel& model = window().fleetPage()->model();
        const int at = model.rowOf(target);
        return at < 0 ? ui::FleetRow() : model.row(at);
    }
    [[nodiscard]] CapturePhase phase(const QString& target) const { return row(target).status.phase; }
    [[nodiscard]] bool isLive(const QString& target) const { return phase(target) == CapturePhase::Streaming; }
    /// Also by its figures, which are computed while the fleet page is shown.
    [[nodiscard]] bool isTraining(const QString& target) const
    {
        return row(target).state() == DeviceState::Training && row(target).figures && row(target).figures->steps > 0;
    }
    /// What the side bar says of a device.
    [[nodiscard]] QString mark(const QString& target) const
    {
        const auto items =
            window().findChild<QTreeWidget*>("places")->findItems(target, Qt::MatchExactly | Qt::MatchRecursive);
        return items.isEmpty() ? QString() : items.front()->data(0, Qt::AccessibleTextRole).toString();
    }
    void stopOnFleetPage(const QString& target) const
    {
        ui::JumpTable* table = window().fleetPage()->table();
        table->clearSelection();
        for (int shown = 0; shown < table->model()->rowCount(); ++shown) {
            if (table->model()->index(shown, ui::FleetModel::Device).data().toString() == target)
                table->selectRow(shown);
        }
        button("fleetStop")->click();
    }

private slots:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("STEPSCOPE_VIRTUAL_BOARD"))
            QSKIP("This build has no virtual boards.");
        qputenv("HOME", QFile::encodeName(m_folder.path()));
        ui::useFreshSettings(m_folder.filePath("settings"));
        for (const char* variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            qputenv(variable, QFile::encodeName(m_folder.filePath(QString::fromLatin1(variable).toLower())));
        m_controller = std::make_unique<app::WindowController>();
        window().resize(1366, 768);
        window().show();
    }
    void cleanupTestCase()
    {
        for (const QString& target : {kBoard, kHere}) { // after a failure they are live
            if (m_controller && isLive(target)) {
                emit window().stopRequested(target);
                QTRY_VERIFY_WITH_TIMEOUT(!isLive(target), 60'000);
            }
        }
        m_controller.reset();
    }

    void recordsABoardAndThisComputer()
    {
        window().findChild<QSpinBox*>("boardSteps")->setValue(100'000);
        button("startBoard")->click();
        QTRY_VERIFY_WITH_TIMEOUT(isLive(kBoard) && window().view().stepCount() > 0, 120'000);
        QVERIFY(!window().startPage()->isVisible());

        // Only the way to the recorded board is closed.
        window().showStartPage();
        QVERIFY(!button("startBoard")->isEnabled());
        auto* boards = window().findChild<QComboBox*>("board");
        boards->setCurrentIndex(boards->findData("virtual-tx2:nano"));
        QVERIFY(button("startBoard")->isEnabled());
        boards->setCurrentIndex(boards->findData(kBoard));
        QVERIFY(!button("startBoard")->isEnabled());
        QTRY_COMPARE(ui::truncatedControls(window()).join('\n'), "");
        ui::savePicture(window(), "start-one-live");
        if (!QTest::qWaitFor([this] { return button("trainHere")->isEnabled(); }, 30'000))
            QSKIP("This computer has no PyTorch.");
        button("trainHere")->click();
        QTRY_VERIFY(!button("trainHere")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(isLive(kHere), 120'000);
        QVERIFY(isLive(kBoard));
        for (const QString& target : {kBoard, kHere})
            QVERIFY2(mark(target).contains("training"), qPrintable(target + ": " + mark(target)));
        QCOMPARE(window().captureStatus().target, kHere); // the page follows the latest capture

        window().showStartPage();
        QVERIFY(button("showLive")->text().contains('2'));
        ui::savePicture(window(), "start-two-live");
        button("showLive")->click();
        QCOMPARE(window().page(), ui::MainWindow::Page::Fleet);
        // The short training here may end before its figures are computed.
        QTRY_VERIFY_WITH_TIMEOUT(isTraining(kBoard) && (isTraining(kHere) || phase(kHere) == CapturePhase::Ended),
                                 60'000);
        ui::savePicture(window(), "start-two-fleet");
        QCOMPARE(window().page(), ui::MainWindow::Page::Fleet); // also after the first view of the training here
        const std::size_t before = row(kBoard).figures->steps;
        if (isLive(kHere))
            stopOnFleetPage(kHere);
        QTRY_COMPARE_WITH_TIMEOUT(phase(kHere), CapturePhase::Ended, 60'000);
        QVERIFY(mark(kHere).isEmpty() && isLive(kBoard));
        QTRY_VERIFY_WITH_TIMEOUT(row(kBoard).figures->steps > before, 20'000);
        window().showStartPage();
        QVERIFY(button("trainHere")->isEnabled());
        button("showLive")->click(); // the only one that is left
        QCOMPARE(window().page(), ui::MainWindow::Page::Recording);
        QCOMPARE(window().captureStatus().target, kBoard);

        window().showFleetPage();
        stopOnFleetPage(kBoard);
        QTRY_COMPARE_WITH_TIMEOUT(phase(kBoard), CapturePhase::Ended, 60'000);
        window().showStartPage();
        QVERIFY(button("startBoard")->isEnabled());
        QVERIFY(!button("showLive")->isVisible());
        for (const QString& target : {kBoard, kHere}) {
            QTRY_VERIFY_WITH_TIMEOUT(row(target).figures && row(target).figures->isWhole, 30'000);
            QVERIFY(row(target).figures->steps > 0);
        }
    }

    /// Who goes back to a recording while a training starts reads on in it.
    void keepsTheRecordingThatIsRead()
    {
        if (!window().startPage()->isVisible() || !button("trainHere")->isEnabled())
            QSKIP("This computer has no PyTorch, or the test before has failed.");
        const QString read = window().recordingPath();
        QVERIFY(!read.isEmpty());
        button("trainHere")->click();
        window().showRecordingPage();
        QTRY_VERIFY_WITH_TIMEOUT(row(kHere).figures && row(kHere).status.recording != read, 120'000);
        QCOMPARE(window().recordingPath(), read);
        QCOMPARE(window().page(), ui::MainWindow::Page::Recording);
        window().showFleetPage();
        QTRY_COMPARE_WITH_TIMEOUT(phase(kHere), CapturePhase::Ended, 60'000);
        QCOMPARE(window().page(), ui::MainWindow::Page::Fleet);
    }
};

QTEST_MAIN(StartSeveralTest)
#include "tst_startseveral.moc"
