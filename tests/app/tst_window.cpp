// The window from the user's view: fill in the form, press Profile, watch a training, stop it, open the recording
// again, export it. With STEPSCOPE_README_PICTURES=DIR the test writes the pictures of README.md to that folder.

#include "app/window/windowcontroller.h"
#include "ui/devices/devicepanel.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/logpanel.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <filesystem>

using namespace stepscope;

namespace {

const QString kTraining = QStringLiteral(STEPSCOPE_SOURCE_DIR "/resources/benchmarks/models/smallcnn.py");

int coloursIn(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

} // namespace

class WindowTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_recording;

    static void choose(ui::MainWindow& window, ui::ThemeChoice theme)
    {
        emit window.findChild<ui::WindowActions*>()->themeChosen(theme);
        QTest::qWait(0);
    }

    /// Takes a screenshot and checks that it is not empty; saves it to $STEPSCOPE_README_PICTURES.
    static void picture(ui::MainWindow& window, const QString& name)
    {
        // Drawing and analyses run asynchronously.
        QTest::qWait(700);
        const QImage image = window.grab().toImage();
        QVERIFY2(coloursIn(image) > 40, qPrintable(name + " is empty"));
        const QString folder = qEnvironmentVariable("STEPSCOPE_README_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(image.save(QDir(folder).filePath(name + QStringLiteral(".png"))));
    }

    static std::unique_ptr<app::WindowController> makeWindow()
    {
        auto controller = std::make_unique<app::WindowController>();
        controller->window().resize(1600, 900);
        controller->window().show();
        return controller;
    }

private slots:
    void initTestCase()
    {
        if (QProcess::execute(QStringLiteral(STEPSCOPE_PYTHON), {"-c", "import torch"}) != 0)
            QSKIP("There is no PyTorch here (Debian: python3-torch).");
        // Does not use the settings of other windows.
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("config"))));
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("state"))));
        QCoreApplication::setOrganizationName(QStringLiteral("Stepscope-test"));
        QCoreApplication::setApplicationName(QStringLiteral("window-test"));
        m_recording = m_folder.filePath(QStringLiteral("smallcnn.stepscope"));
    }

    void profilesATraining()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        choose(window, ui::ThemeChoice::Light);
        window.showDevicePage();
        picture(window, QStringLiteral("devices-light"));

        window.findChild<QLineEdit*>(QStringLiteral("command"))
            ->setText(QStringLiteral(STEPSCOPE_PYTHON " %1 --steps 100000 --batch 32 --threads 1").arg(kTraining));
        window.findChild<QLineEdit*>(QStringLiteral("path"))->setText(m_recording);
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("profile")), Qt::LeftButton);

        // The goal is five seconds; a loaded test machine gets more.
        QTRY_VERIFY_WITH_TIMEOUT(window.view().sampleCount() > 50, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().stepCount() > 150 && window.view().spanCount() > 100, 60'000);
        QCOMPARE(window.captureStatus().phase, ui::CapturePhase::Streaming);
        picture(window, QStringLiteral("window-live-light"));
        choose(window, ui::ThemeChoice::Dark);
        picture(window, QStringLiteral("window-live-dark"));

        const std::size_t before = window.view().stepCount();
        QTRY_VERIFY_WITH_TIMEOUT(window.view().stepCount() > before, 20'000);
        window.findChild<ui::WindowActions*>()->stop->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.captureStatus().phase, ui::CapturePhase::Ended, 30'000);
        QVERIFY(window.view().ending());
        QCOMPARE(window.view().ending()->state, std::string("stopped"));
        QTRY_VERIFY(window.findChild<ui::LogPanel*>()->text().contains(QLatin1String("loss")));
    }

    void opensARecording()
    {
        QVERIFY(QFileInfo::exists(m_recording));
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        choose(window, ui::ThemeChoice::Light);
        controller->openRecording(m_recording);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().hasHeader(), 20'000);
        const trace::TraceView view = window.view();
        QVERIFY(view.stepCount() > 150);
        auto* const ops = window.findChild<QTableView*>(QStringLiteral("ops"));
        QTRY_VERIFY_WITH_TIMEOUT(ops->model()->rowCount() > 10, 10'000);

        // Shows the begin of a traced step, where op spans have names.
        const format::Step step = view.step(7);
        const std::int64_t duration = step.end - step.start;
        window.timeline()->axis()->zoomTo({step.start - duration / 50, step.start + duration / 2});
        window.timeline()->axis()->setSelection(
            trace::TimeRange{step.start + duration / 10, step.start + duration * 2 / 5});
        picture(window, QStringLiteral("window-opened-light"));
        choose(window, ui::ThemeChoice::Dark);
        picture(window, QStringLiteral("window-opened-dark"));
    }

    void exportsFiguresAndTables()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        controller->openRecording(m_recording);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().hasHeader(), 20'000);
        for (const char* const name : {"seen.png", "seen.svg", "seen.pdf"}) {
            window.figureExport()->exportVisible(m_folder.filePath(QString::fromLatin1(name)));
            QVERIFY(QFileInfo(m_folder.filePath(QString::fromLatin1(name))).size() > 1000);
        }
        emit window.exportCsvRequested(m_folder.filePath(QStringLiteral("csv")));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(m_folder.filePath(QStringLiteral("csv/ops.csv"))), 20'000);
    }

    void reportsErrorsInTheWindow()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        ui::CaptureRequest request;
        request.target = QStringLiteral("local");
        request.command = QStringLiteral("no-such-training --fast");
        request.recordingPath = m_folder.filePath(QStringLiteral("none.stepscope"));
        emit window.profileRequested(request);
        QTRY_COMPARE_WITH_TIMEOUT(window.captureStatus().phase, ui::CapturePhase::Failed, 20'000);
        QVERIFY2(window.captureStatus().text.contains(QLatin1String("no-such-training")),
                 qPrintable(window.captureStatus().text));
        QVERIFY(!QFileInfo::exists(request.recordingPath));
    }

    /// On a virtual board: the self-test is offered, can be cancelled, and is not offered again after it has run.
    void measuresTheSensorsOfADevice()
    {
        const QByteArray home = qgetenv("HOME");
        const QTemporaryDir folder; // of the board, which keeps the result
        qputenv("HOME", QFile::encodeName(folder.path()));
        bool isThere = false;
        {
            const auto controller = makeWindow();
            ui::MainWindow& window = controller->window();
            const QString target = QStringLiteral("virtual-tx2");
            window.showDevicePage();
            auto* device = window.findChild<ui::DevicePanel*>();
            auto* advice = device->findChild<ui::MessageLine*>();
            const auto* facts = device->findChild<QTreeWidget*>(QStringLiteral("facts"));
            const auto* banner = window.findChild<ui::MessageLine*>("banner");
            device->setTarget(target);
            emit window.probeRequested(target);
            const QString before = device->note();
            QTRY_VERIFY_WITH_TIMEOUT(facts->topLevelItemCount() > 0 || device->note() != before, 30'000);
            isThere = facts->topLevelItemCount() > 0;
            if (isThere) {
                QVERIFY(advice->isVisible());
                advice->actionButton()->click();
                auto* cancel = window.findChild<ui::BusyStrip*>(QStringLiteral("busy"));
                QTRY_VERIFY(cancel->isVisible());
                emit window.busyCancelRequested();
                QTRY_VERIFY_WITH_TIMEOUT(cancel->isHidden(), 30'000);
                QVERIFY(banner->text().isEmpty());
                QVERIFY(advice->isVisible());
                advice->actionButton()->click();
                QTRY_VERIFY_WITH_TIMEOUT(banner->text().contains(QLatin1String("measured")), 90'000);
                QTRY_VERIFY_WITH_TIMEOUT(advice->isHidden(), 20'000);
            }
        }
        qputenv("HOME", home);
        if (!isThere)
            QSKIP("There is no virtual board here.");
    }

    void aRunContinuesAfterTheWindowCloses()
    {
        const QString marker = m_folder.filePath(QStringLiteral("done"));
        {
            const auto controller = makeWindow();
            ui::MainWindow& window = controller->window();
            ui::CaptureRequest request;
            request.target = QStringLiteral("local");
            request.command = QStringLiteral("sh -c 'sleep 2; echo > %1'").arg(marker);
            request.recordingPath = m_folder.filePath(QStringLiteral("left.stepscope"));
            emit window.profileRequested(request);
            QTRY_VERIFY_WITH_TIMEOUT(window.captureStatus().phase == ui::CapturePhase::Streaming, 20'000);
        }
        QVERIFY(!QFileInfo::exists(marker));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(marker), 20'000);
    }
};

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
