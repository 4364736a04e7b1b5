#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/recording/inspector.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

/// The window in all themes and sizes: no truncated text, no collapsed pane. STEPSCOPE_PICTURES=DIR saves the pictures.
class TestWindowLook : public QObject
{
    Q_OBJECT

    static DeviceFacts facts()
    {
        DeviceFacts facts;
        facts.facts = {{"Board", "NVIDIA Jetson TX2"},
                       {"System", "L4T 28.2.1, kernel 4.4.38"},
                       {"Memory", "7.8 GB"},
                       {"Cores", "4 x A57, 2 x Denver2"}};
        facts.sources = {{"CPU time (cgroup)", "used", "1 ns", ""},
                         {"CPU time (/proc/stat)", "unneeded", "10 ms", "counts in ticks of 10 ms"},
                         {"Power rails (INA3221)", "used", "1 mW", ""},
                         {"GPU load", "denied", "", "readable by root only: chmod a+r /sys/devices/gpu.0/load"}};
        return facts;
    }

private slots:
    void init()
    {
        useFreshSettings(m_folder.path());
        for (const char* path : {"/home/ada/lstm-batch64.stepscope", "/home/ada/resnet50-batch32.stepscope"})
            settings::rememberRecording(path);
        CaptureRequest last;
        last.target = "nvidia@tx2-lab";
        last.command = "python3 train.py --model resnet50 --batch 32";
        settings::rememberCapture(last);
    }

    void looks_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const QSize size : {QSize(1600, 900), QSize(1280, 720)})
                QTest::addRow("%s-%d", theme == ThemeChoice::Dark ? "dark" : "light", size.width()) << theme << size;
    }

    void looks()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        const QString look = QTest::currentDataTag();
        MainWindow window;
        showInSize(window, size);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-start");
        window.showDevicePage();
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-devices-empty");

        window.setDeviceFacts("nvidia@tx2-lab", facts());
        window.setRuns("nvidia@tx2-lab", {{"20190412-101502-resnet50", "running", "python3 train.py --model resnet50",
                                           QDateTime::fromSecsSinceEpoch(1555063502), 48'200'000},
                                          {"20190411-220114-lstm", "ended", "python3 lstm.py",
                                           QDateTime::fromSecsSinceEpoch(1555020074), 212'000'000}});
        window.findChild<QLineEdit*>("command")->clear();
        window.findChild<QPushButton*>("profile")->click();
        CaptureStatus status;
        status.phase = CapturePhase::Deploying;
        status.text = "1.1 of 1.4 MB";
        status.progress = 0.78;
        window.setCaptureStatus(status);
        window.showError("The key of tx2-lab has changed since the last time, so nothing was sent to it. If the board "
                         "was reinstalled, "
                         "remove the old key: ssh-keygen -R tx2-lab");
        QTest::qWait(50);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-devices");
    }

    void recordings_data() { looks_data(); }
    void recordings()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        const QString look = QTest::currentDataTag();
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        MainWindow window;
        showInSize(window, size);
        window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
        window.setView({}, true);
        savePicture(window, look + "-waiting");

        window.setView(view, false);
        auto* page = window.findChild<RecordingPage*>();
        const auto* ops = window.findChild<JumpTable*>("ops");
        QTRY_VERIFY(ops->model()->rowCount() > 0);
        QTRY_VERIFY(page->inspector()->text().contains("CPU\t"));
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-all");

        window.timeline()->axis()->zoomTo({view.step(3).start, view.step(6).end});
        window.timeline()->axis()->setSelection(trace::TimeRange{view.step(4).start, view.step(5).end});
        QTRY_VERIFY(page->inspector()->text().contains("2 whole steps"));
        QTest::qWait(700);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        // Panes keep a usable size.
        QVERIFY(window.timeline()->height() > size.height() * 2 / 5);
        QVERIFY(window.timeline()->width() > size.width() / 2);
        savePicture(window, look + "-selection");
        for (const auto tab : {RecordingPage::Tab::Steps, RecordingPage::Tab::Log, RecordingPage::Tab::Health}) {
            page->showTab(tab);
            QTest::qWait(50);
            QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
            savePicture(window, look + QString("-tab%1").arg(static_cast<int>(tab)));
        }
    }

    void recovery_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addRow("light") << ThemeChoice::Light;
        QTest::addRow("dark") << ThemeChoice::Dark;
    }
    /// Unfinished recordings, a broken link, and the question before a device is cleaned.
    void recovery()
    {
        QFETCH(ThemeChoice, theme);
        settings::setTheme(theme);
        const QString look = QString(QTest::currentDataTag()) + "-recovery";
        MainWindow window;
        showInSize(window, {1366, 768});
        window.startPage()->unfinished()->setRecordings(
            {{"nvidia@tx2-lab", "20190412-101502-7f3a", "/home/ada/resnet50-batch32.stepscope", 41'900'000,
              "The run goes on; 12.3 MB to fetch so far."},
             {"nvidia@10.0.0.7:2222", "20190411-220114-01bc", "/home/ada/lstm-batch64-with-a-long-name.stepscope", 0,
              "Not reachable: nvidia@10.0.0.7:2222: connection refused: the host is up, but no SSH server listens on "
              "that port; check the port, or start sshd on it"},
             {"nvidia@tx2-lab", "20190410-090000-33aa", "/home/ada/vgg.stepscope", 7'000'000,
              "The device no longer has this run; the file keeps what was recorded.", false}});
        window.setDeviceFacts("nvidia@tx2-lab", facts());
        QTest::qWait(50);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-devices");

        window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
        window.setView(testing::viewOf(testing::makeTrainingRecording()), true);
        CaptureStatus status;
        status.phase = CapturePhase::Silent;
        status.text =
            "No data for 4 s: the connection or the device does not answer. The recording continues when data comes.";
        window.setCaptureStatus(status);
        savePicture(window, look + "-silent");
        status.phase = CapturePhase::Reconnecting;
        status.text =
            "Connection lost; next attempt in 2 s (attempt 3). The run on the target is not affected. Reason: "
            "nvidia@tx2-lab:22: no answer to 3 keep-alive requests; the link is broken";
        window.setCaptureStatus(status);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-lost");
        status.phase = CapturePhase::Streaming;
        status.text = "Connected again after 12 s; the recording continues where it stopped";
        window.setCaptureStatus(status);
        savePicture(window, look + "-back");
        status.phase = CapturePhase::Ended;
        status.text = "The run continues on the target; “Attach” follows it.";
        window.setCaptureStatus(status);
        window.recordingPage()->setUnfinished("This recording is unfinished (run 20190412-101502-7f3a on "
                                              "nvidia@tx2-lab). The run goes on; 12.3 MB to fetch so far.",
                                              true);
        QTRY_COMPARE(truncatedControls(window).join('\n'), QString());
        savePicture(window, look + "-unfinished");

        const RemoteRun whole{"20190412-101502-7f3a", "ended", "python3 train.py --model resnet50", {}, 48'200'000};
        const RemoteRun other{"20190411-220114-01bc", "ended", "python3 lstm.py", {}, 8'800'000};
        CleanDialog dialog("nvidia@tx2-lab",
                           {{{whole, other}, 1, 57'000'000}, {{whole, other, whole}, 1, 90'000'000}, 1});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(truncatedControls(dialog).join('\n'), "");
        savePicture(dialog, look + "-clean");
    }

    void dialogs()
    {
        settings::setTheme(ThemeChoice::Light);
        const MainWindow window;
        HostKeyDialog key("tx2-lab", "ssh-ed25519", "SHA256:uNiVztksCsDhcc0u9e8BrQGz3JkJ1GkUMsj8N0oYtfA");
        SecretDialog secret("Password of nvidia@tx2-lab");
        for (QDialog* dialog : {static_cast<QDialog*>(&key), static_cast<QDialog*>(&secret)}) {
            dialog->show();
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            QCOMPARE(truncatedControls(*dialog).join('\n'), "");
            savePicture(*dialog, QString("dialog-") + dialog->windowTitle());
        }
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowLook)
#include "tst_windowlook.moc"
