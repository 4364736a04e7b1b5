// What a person sees of a broken link, a crash of the program and leftovers on a device: a real window, agent and
// training, and an OpenSSH server behind a proxy that disturbs the link.

#include "app/capture/unfinishedlist.h"
#include "app/window/windowcontroller.h"
#include "tests/support/agentcommand.h"
#include "tests/support/linkproxy.h"
#include "tests/support/sshserver.h"
#include "tests/ui/looks.h"
#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/parts/messageline.h"
#include "ui/parts/statusline.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/windowactions.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <csignal>

using namespace stepscope;
using tests::readFile;
using ui::CapturePhase;

namespace {

/// Prints a line twenty times a second for half a minute.
const QString kTraining =
    QStringLiteral("sh -c 'i=0; while [ $i -lt 600 ]; do echo line $i; sleep 0.05; i=$((i+1)); done'");

ui::CaptureRequest requestFor(const QString& target, const QString& recording)
{
    ui::CaptureRequest request;
    request.target = target;
    request.command = kTraining;
    request.recordingPath = recording;
    return request;
}

QString stateOf(const ui::UnfinishedPanel& panel)
{
    const auto* label = panel.findChild<QLabel*>(QStringLiteral("unfinishedState"));
    return panel.isHidden() || label == nullptr ? QString() : label->text();
}

/// The seconds of "No data for 4 s: ..."; 0 for other texts.
int silenceIn(const QString& text)
{
    const QString start = QStringLiteral("No data for ");
    return text.startsWith(start) ? text.mid(start.size()).section(QLatin1Char(' '), 0, 0).toInt() : 0;
}

QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

/// The runs on this computer.
QStringList localRuns()
{
    QStringList names;
    for (const QJsonValue& run : testing::askAgent({"list"}).array())
        names.append(run.toObject()["run"].toString());
    return sorted(names);
}

/// The button in the first row of the panel.
QPushButton* continueButton(const ui::UnfinishedPanel& panel)
{
    return panel.findChild<QPushButton*>(QStringLiteral("continue"));
}

} // namespace

class RecoveryTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder; ///< home of this user
    std::unique_ptr<tests::SshServer> m_server;
    std::unique_ptr<tests::LinkProxy> m_proxy;
    link::SshOptions m_optionsOfWindow;

    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QString board() const { return "127.0.0.1:" + QString::number(m_proxy->port()); }

    std::unique_ptr<app::WindowController> makeWindow() const
    {
        auto controller = std::make_unique<app::WindowController>(m_optionsOfWindow);
        controller->window().resize(1366, 768);
        controller->window().show();
        return controller;
    }

    static bool streams(const ui::MainWindow& window)
    {
        return QTest::qWaitFor(
            [&] { return window.captureStatus().phase == CapturePhase::Streaming && window.view().logSize() > 3; },
            30'000);
    }
    static bool ends(const ui::MainWindow& window)
    {
        return QTest::qWaitFor([&] { return window.captureStatus().phase == CapturePhase::Ended; }, 30'000);
    }
    static void stop(const ui::MainWindow& window) { window.findChild<ui::WindowActions*>()->stop->trigger(); }

    QByteArray spool(const QString& run) const
    {
        return readFile(m_server->home() + "/.stepscope/runs/" + run + "/recording.stepscope");
    }

    /// Starts another process with a window that records, and kills it once the file has some data.
    void crashWhileRecording(const QString& recording) const
    {
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedChannels);
        window.start(QCoreApplication::applicationFilePath(), {"--record", board(), recording, m_server->userKey(),
                                                               m_server->knownHosts(), m_server->filePath("empty")});
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(recording).size() > 4000, 60'000);
        window.kill();
        QVERIFY(window.waitForFinished(10'000));
    }

private slots:
    void initTestCase()
    {
        if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("HOME", QFile::encodeName(m_folder->path()));
        qputenv("XDG_DATA_HOME", QFile::encodeName(path("data")));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(path("config")));
        qputenv("XDG_STATE_HOME", QFile::encodeName(path("state")));
        m_server = std::make_unique<tests::SshServer>();
        QVERIFY2(m_server->start(), m_server->log());
        m_optionsOfWindow = m_server->options();
        m_proxy = std::make_unique<tests::LinkProxy>(m_server->port(), 3);
        tests::writeFile(m_server->filePath("empty"), {});
        tests::writeFile(m_server->knownHosts(), "[127.0.0.1]:" + QByteArray::number(m_proxy->port()) + ' ' +
                                                     readFile(m_server->filePath("host.pub")));
    }

    void cleanup()
    {
        m_proxy.reset();
        m_server.reset();
        m_folder.reset();
    }

    /// Silence after 3 s, a broken link with its reason and the time of the next attempt, and the link that is back.
    void showsTheStateOfTheLink()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        const auto* line = window.findChild<ui::MessageLine*>("link");
        emit window.profileRequested(requestFor(board(), path("link.stepscope")));
        QVERIFY(streams(window));
        QVERIFY(line->isHidden());

        m_proxy->stall(true);
        QElapsedTimer silent;
        silent.start();
        QTRY_VERIFY_WITH_TIMEOUT(silenceIn(line->text()) >= 3, 10'000);
        const int first = silenceIn(line->text());
        QVERIFY(line->isVisible());
        QVERIFY(silent.elapsed() >= 2000);
        QCOMPARE(window.captureStatus().phase, CapturePhase::Silent);
        QVERIFY(window.findChild<ui::StatusLine*>("statusLine")->text().contains("No data for "));
        QTRY_VERIFY_WITH_TIMEOUT(silenceIn(line->text()) > first, 10'000);
        ui::savePicture(window, "link-silent");
        m_proxy->stall(false);
        QTRY_VERIFY_WITH_TIMEOUT(line->text().startsWith("Data again after "), 10'000);

        m_proxy->refuse(true);
        m_proxy->cut();
        QTRY_VERIFY_WITH_TIMEOUT(line->text().startsWith("Connection lost; "), 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(line->text().contains("next attempt in 2 s"), 20'000);
        QVERIFY2(line->text().contains("handshake failed"), qPrintable(line->text()));
        QTRY_VERIFY_WITH_TIMEOUT(line->text().contains("next attempt in 1 s"), 10'000);
        QCOMPARE(line->actionButton()->isVisible(), true);
        ui::savePicture(window, "link-lost");
        m_proxy->refuse(false);
        const std::size_t before = window.view().logSize();
        QTRY_VERIFY_WITH_TIMEOUT(line->text().startsWith("Connected again after "), 20'000);
        ui::savePicture(window, "link-back");
        QTRY_VERIFY_WITH_TIMEOUT(window.view().logSize() > before, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(line->isHidden(), 20'000);

        stop(window);
        QVERIFY(ends(window));
        QCOMPARE(readFile(path("link.stepscope")), spool(window.captureStatus().run));
    }

    /// A device that does not answer holds up neither the window nor its end, although the limit of a connection is 10
    /// s.
    void closesWhileADeviceDoesNotAnswer()
    {
        m_proxy->limit(1); // byte per second
        auto controller = makeWindow();
        emit controller->window().probeRequested(board());
        emit controller->window().runsRequested(board());
        QTRY_COMPARE_WITH_TIMEOUT(m_proxy->connections(), 2, 10'000);
        QElapsedTimer closing;
        closing.start();
        controller.reset();
        QVERIFY2(closing.elapsed() < 5000, qPrintable(QString::number(closing.elapsed())));
    }

    /// After kill -9 of the program, the next window continues the same file with one click, and offers nothing more.
    /// It reaches the device as that program did, with the key and the files that were named there.
    void continuesTheFileAfterACrash()
    {
        const QString recording = path("night.stepscope");
        crashWhileRecording(recording);
        QVERIFY(app::readUnfinished().size() == 1);
        const QString run = app::readUnfinished().first().run;
        const QByteArray before = readFile(recording);

        m_optionsOfWindow = link::SshOptions();
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        const auto* panel = window.findChild<ui::UnfinishedPanel*>();
        QTRY_VERIFY2_WITH_TIMEOUT(stateOf(*panel).startsWith("The run goes on; "), qPrintable(stateOf(*panel)), 30'000);
        ui::savePicture(window, "unfinished");
        QTest::mouseClick(continueButton(*panel), Qt::LeftButton);
        QVERIFY(streams(window));
        QCOMPARE(window.captureStatus().run, run);
        QTRY_VERIFY(panel->isHidden());
        stop(window);
        QVERIFY(ends(window));
        const QByteArray after = readFile(recording);
        QVERIFY(after.size() > before.size());
        QCOMPARE(after, spool(run));
        QCOMPARE(QDir(m_folder->path()).entryList({"*.stepscope"}), QStringList{"night.stepscope"});
        QVERIFY(app::readUnfinished().isEmpty());
        QTRY_VERIFY(panel->isHidden());
    }

    /// A run that the user leaves is offered at once, above its recording too; a run that has ended there is fetched.
    void continuesARunThatWasLeft()
    {
        const QString recording = path("left.stepscope");
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        const auto* line = window.findChild<ui::MessageLine*>("unfinishedLine");
        emit window.profileRequested(requestFor(board(), recording));
        QVERIFY(streams(window));
        QVERIFY(line->isHidden());
        const QString run = window.captureStatus().run;
        emit window.disconnectRequested();
        QVERIFY(ends(window));
        QTRY_VERIFY2_WITH_TIMEOUT(line->text().contains("The run goes on; "), qPrintable(line->text()), 30'000);
        QVERIFY2(line->text().startsWith("Runs on without this window"), qPrintable(line->text()));
        QCOMPARE(line->actionButton()->text(), QString("&Attach"));
        ui::savePicture(window, "unfinished-on-page");
        // A second run would disturb it.
        for (int press = 0; press < 2; ++press) { // the second one before the target has answered again
            emit window.profileRequested(requestFor(board(), path("second.stepscope")));
            QVERIFY2(window.banner()->text().contains("left running"), qPrintable(window.banner()->text()));
            window.banner()->clear();
            QCOMPARE(window.captureStatus().phase, CapturePhase::Ended);
            QVERIFY2(line->text().contains("The run goes on; "), qPrintable(line->text())); // not only "Asking"
        }
        QProcess agent;
        agent.start("sh", {"-c", "HOME='" + m_server->home() + "' " STEPSCOPE_AGENT_FILE " stop " + run});
        QVERIFY(agent.waitForFinished(30'000));
        QTest::mouseClick(line->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().ending().has_value(), 30'000);
        QVERIFY(ends(window));
        QCOMPARE(readFile(recording), spool(run));
        QTRY_VERIFY(line->isHidden());
        QVERIFY(app::readUnfinished().isEmpty());
    }

    /// The offer says in one line that its target cannot be reached, and stays, also after an attempt.
    void anOfferStaysWhileItsTargetIsNotReachable()
    {
        const QString recording = path("night.stepscope");
        crashWhileRecording(recording);
        const QByteArray before = readFile(recording);
        m_proxy->refuse(true);
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        const auto* panel = window.findChild<ui::UnfinishedPanel*>();
        QTRY_VERIFY2_WITH_TIMEOUT(stateOf(*panel).startsWith("Not reachable: "), qPrintable(stateOf(*panel)), 30'000);
        QVERIFY(!stateOf(*panel).contains('\n'));
        ui::savePicture(window, "unfinished-unreachable");
        QTest::mouseClick(continueButton(*panel), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(window.captureStatus().phase, CapturePhase::Failed, 30'000);
        QTRY_VERIFY2_WITH_TIMEOUT(stateOf(*panel).startsWith("Not reachable: "), qPrintable(stateOf(*panel)), 30'000);
        QCOMPARE(app::readUnfinished().size(), 1);
        QCOMPARE(readFile(recording), before);

        // The user may remove it; the file stays.
        QTest::mouseClick(panel->findChild<QToolButton*>("forget"), Qt::LeftButton);
        QTRY_VERIFY(panel->isHidden());
        QTRY_VERIFY(app::readUnfinished().isEmpty());
        QCOMPARE(readFile(recording), before);
    }

    /// A recording that another window makes now is not offered, and cannot be continued.
    void aRecordingInProgressIsNotOffered()
    {
        const QString recording = path("mine.stepscope");
        const auto first = makeWindow();
        emit first->window().profileRequested(requestFor(board(), recording));
        QVERIFY(streams(first->window()));
        const app::UnfinishedCapture noted = app::readUnfinished().first();
        const auto second = makeWindow();
        const auto* panel = second->window().findChild<ui::UnfinishedPanel*>();
        QTest::qWait(300);
        QVERIFY(panel->isHidden());
        emit second->window().attachRequested(noted.target, noted.run);
        QTRY_VERIFY_WITH_TIMEOUT(streams(second->window()), 30'000);
        stop(first->window());
        QVERIFY(ends(first->window()));
        QCOMPARE(readFile(recording), spool(noted.run));
    }

    /// Shows what would be removed, asks, and never touches a run in progress.
    void cleansADeviceAfterAQuestion()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        ui::CaptureRequest request = requestFor("local", path("fetched.stepscope"));
        request.command = "true";
        emit window.profileRequested(request);
        QVERIFY(ends(window));
        const QString fetched = window.captureStatus().run;
        const QString kept = testing::askAgent({"start", "--", "true"}).object()["run"].toString();
        testing::askAgent({"attach", kept});
        const QString live = testing::askAgent({"start", "--", "sleep", "600"}).object()["run"].toString();
        const auto ask = [&window] {
            window.showDevicePage();
            window.devicePage()->setTarget("local");
            QTest::mouseClick(window.findChild<QPushButton*>("clean"), Qt::LeftButton);
            ui::CleanDialog* dialog = nullptr;
            (void)QTest::qWaitFor([&] { return (dialog = window.findChild<ui::CleanDialog*>()) != nullptr; }, 20'000);
            return dialog;
        };
        const auto isGone = [&window] { return window.findChild<ui::CleanDialog*>() == nullptr; };

        ui::CleanDialog* dialog = ask();
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->findChild<QLabel*>("cleanSum")->text().startsWith("To be removed: 1 run and "));
        const auto* listed = dialog->findChild<QTreeWidget*>("cleanRuns");
        QCOMPARE(listed->topLevelItemCount(), 1);
        QCOMPARE(listed->topLevelItem(0)->text(0), fetched);
        QCOMPARE(listed->topLevelItem(0)->text(2), "true");
        ui::savePicture(*dialog, "clean");
        dialog->findChild<QPushButton*>("cleanKeep")->click();
        QTRY_VERIFY(isGone());
        QCOMPARE(localRuns(), sorted({fetched, kept, live}));

        dialog = ask();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QPushButton*>("cleanRemove")->click();
        QTRY_VERIFY(isGone());
        QTRY_COMPARE_WITH_TIMEOUT(localRuns(), sorted({kept, live}), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<ui::MessageLine*>("banner")->text().startsWith("local: 1 run and "),
                                 20'000);

        dialog = ask();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QCheckBox*>("cleanAll")->setChecked(true);
        dialog->findChild<QPushButton*>("cleanRemove")->click();
        QTRY_VERIFY(isGone());
        QTRY_COMPARE_WITH_TIMEOUT(localRuns(), QStringList{live}, 20'000);
        const QJsonObject running = testing::askAgent({"list"}).array().first().toObject();
        QCOMPARE(running["state"].toString(), "running");
        QCOMPARE(testing::askAgent({"stop", live}).status, 0);
        QVERIFY(QFileInfo::exists(path("fetched.stepscope")));
    }
};

namespace {

/// A window that records until it is killed: TARGET RECORDING KEY KNOWN_HOSTS CONFIG.
int record(QApplication& application, const QStringList& words)
{
    link::SshOptions ssh;
    ssh.identityFile = words[2].toStdString();
    ssh.knownHostsFile = words[3].toStdString();
    ssh.configFile = words[4].toStdString();
    app::WindowController controller(ssh);
    controller.window().show();
    emit controller.window().profileRequested(requestFor(words[0], words[1]));
    return application.exec();
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Stepscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("recovery-test"));
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("--record"))
        return record(application, words.mid(2));
    RecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recovery.moc"
