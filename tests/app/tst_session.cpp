#include "app/window/session.h"
#include "app/window/windowcontroller.h"
#include "tests/support/recordingbuilder.h"
#include "ui/parts/messageline.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace stepscope;
using namespace stepscope::app;

class TestSession : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString recording(const QString& name) const
    {
        const QString path = m_folder->filePath(name);
        const std::vector<std::byte> bytes = testing::makeTrainingRecording();
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
        return path;
    }
    /// A number that is no running process.
    static qint64 endedProcess()
    {
        QProcess process;
        process.start(QStringLiteral("true"), QStringList());
        process.waitForStarted();
        const qint64 number = process.processId();
        process.waitForFinished();
        return number;
    }
    static QString bannerOf(ui::MainWindow& window)
    {
        const auto* banner = window.findChild<ui::MessageLine*>(QStringLiteral("banner"));
        return banner->isHidden() ? QString() : banner->text();
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_folder->filePath("state").toLocal8Bit());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->filePath("settings"));
        QSettings(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope")
            .setValue("showsMovements", false);
    }

    void theFileIsWhereTheStandardSays()
    {
        QCOMPARE(sessionPath(), m_folder->filePath("state/stepscope/session.json"));
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(sessionPath(), QDir::homePath() + "/.local/state/stepscope/session.json");
    }

    void theNextStartShowsTheSame()
    {
        const QString path = recording("a.stepscope");
        trace::TimeRange range;
        {
            WindowController controller;
            Session session(controller);
            controller.window().show();
            QSignalSpy opened(&controller, &WindowController::recordingOpened);
            controller.openRecording(path);
            QTRY_COMPARE(opened.count(), 1);
            widgets::TimeAxis* axis = controller.window().timeline()->axis();
            range = {axis->extent().begin + axis->extent().duration() / 3,
                     axis->extent().begin + axis->extent().duration() / 2};
            axis->zoomTo(range);
            controller.window().recordingPage()->showTab(ui::RecordingPage::Tab::Steps);
            controller.window().close();
        }
        QCOMPARE(readSession().size(), 1);
        WindowController controller;
        Session session(controller);
        controller.window().show();
        QSignalSpy opened(&controller, &WindowController::recordingOpened);
        session.restore();
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(controller.window().recordingPath(), path);
        QCOMPARE(controller.window().timeline()->axis()->range(), range);
        QCOMPARE(controller.window().recordingPage()->tab(), ui::RecordingPage::Tab::Steps);
        QCOMPARE(controller.window().page(), ui::MainWindow::Page::Recording);
    }

    void missingFilesAreSkippedWithOneLine()
    {
        const QString path = recording("b.stepscope");
        storeWindow({.recording = m_folder->filePath("gone.stepscope"), .page = 1, .process = endedProcess()});
        storeWindow({.recording = path, .page = 1, .process = 0});
        WindowController controller;
        Session session(controller);
        controller.window().show();
        QSignalSpy opened(&controller, &WindowController::recordingOpened);
        session.restore();
        const QString banner = bannerOf(controller.window());
        QVERIFY2(banner.contains("gone.stepscope") && !banner.contains('\n'), qPrintable(banner));
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(controller.window().recordingPath(), path);
    }

    void severalWindowsComeBack()
    {
        const QString a = recording("a.stepscope");
        const QString b = recording("b.stepscope");
        storeWindow({.recording = a, .page = 1, .process = 0});
        storeWindow({.recording = b, .page = 1, .process = endedProcess()});
        WindowController controller;
        Session session(controller);
        QSignalSpy others(&session, &Session::windowRequested);
        session.restore();
        QCOMPARE(others.count(), 1);
        QCOMPARE(others[0][0].toString(), b);
    }

    void windowsThatAreOpenAreNotTaken()
    {
        storeWindow({.recording = recording("a.stepscope"), .page = 1, .process = QCoreApplication::applicationPid()});
        QVERIFY(takeSession().isEmpty());
        QCOMPARE(readSession().size(), 1);
        // Another window that is closed meanwhile leaves the session to the open one.
        storeClosedWindow({.recording = recording("b.stepscope"), .page = 1, .process = endedProcess()});
        QCOMPARE(readSession().size(), 1);
        QCOMPARE(readSession()[0].process, QCoreApplication::applicationPid());
    }

    void damagedFilesAreNoSession()
    {
        QDir().mkpath(QFileInfo(sessionPath()).path());
        for (const char* text :
             {"", "{", "[]", "{\"windows\":{}}", "{\"windows\":[1,{\"recording\":5,\"begin_ns\":\"x\"}]}",
              "{\"windows\":[{\"recording\":\"relative\",\"page\":99,\"tab\":-7}]}"}) {
            QFile file(sessionPath());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            WindowController controller;
            Session session(controller);
            session.restore();
            QVERIFY(bannerOf(controller.window()).isEmpty());
            QCOMPARE(controller.window().page(), ui::MainWindow::Page::Start);
        }
    }

    void aFileThatCannotBeReadEndsTheRestoration()
    {
        QFile file(m_folder->filePath("bad.stepscope"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no recording");
        file.close();
        storeWindow({.recording = file.fileName(), .page = 1, .process = 0});
        WindowController controller;
        Session session(controller);
        QSignalSpy failed(&controller, &WindowController::openingFailed);
        session.restore();
        QTRY_COMPARE(failed.count(), 1);
        controller.window().close();
        QTRY_COMPARE(readSession().size(), 1);
        QVERIFY(readSession()[0].recording.isEmpty());
    }
};

QTEST_MAIN(TestSession)
#include "tst_session.moc"
