#include "tests/mutations/windowcheck.h"

#include "app/keptmemory.h"
#include "app/window/windowcontroller.h"
#include "tests/bench/figures.h"
#include "ui/parts/backgroundjob.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <signal.h>
#include <string>

namespace stepscope::mutations {
namespace {

constexpr int kPatienceMs = static_cast<int>(kPatienceSeconds * 1000);

/// Handles events until no analysis runs and none was started by the results of others.
void settle()
{
    for (int idle = 0; idle < 3;) {
        QCoreApplication::processEvents();
        const bool works = ui::jobPool()->activeThreadCount() > 0 || ui::blockingJobPool()->activeThreadCount() > 0;
        idle = works ? 0 : idle + 1;
        if (works) {
            QEventLoop loop;
            QTimer::singleShot(1, &loop, &QEventLoop::quit);
            loop.exec();
        }
    }
}

void navigate(ui::MainWindow& window)
{
    widgets::TimeAxis& axis = *window.timeline()->axis();
    const trace::TimeRange all = axis.range();
    const std::int64_t middle = all.begin + (all.end - all.begin) / 2;
    axis.zoomBy(7, middle);
    settle();
    axis.setSelection(trace::TimeRange{axis.range().begin, middle});
    settle();
    axis.panBy(0.5);
    window.recordingPage()->zoomToStepInView();
    window.recordingPage()->goToInstance(true);
    settle();
    axis.showAll();
    settle();
}

void visitTabs(ui::RecordingPage& page)
{
    using Tab = ui::RecordingPage::Tab;
    for (const Tab tab : {Tab::Energy, Tab::Steps, Tab::Fold, Tab::Observations, Tab::Log, Tab::Health, Tab::Bookmarks,
                          Tab::Query, Tab::Ops}) {
        page.showTab(tab);
        settle();
    }
}

/// True if the window showed the file.
bool visit(app::WindowController& controller, const QString& file)
{
    ui::MainWindow& window = controller.window();
    controller.openRecording(file);
    settle();
    const bool isShown = window.recordingPage()->hasView();
    if (isShown) {
        window.grab();
        navigate(window);
        visitTabs(*window.recordingPage());
    }
    window.closeRecording();
    settle();
    return isShown;
}

/// The peak of the resident memory counts from now on.
void resetPeak()
{
    QFile file(QStringLiteral("/proc/self/clear_refs"));
    if (file.open(QIODevice::WriteOnly))
        file.write("5");
}

double peakMegabytes()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).simplified().split(' ').front().toDouble() / 1024;
    }
    return -1;
}

} // namespace

int runWindow(int argc, char** argv)
{
    app::limitKeptMemory(); // as in the program, since the memory is measured
    const QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Stepscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("mutations"));
    app::WindowController controller;
    controller.window().resize(1366, 768);
    controller.window().show();
    settle();
    std::string file;
    while (std::getline(std::cin, file)) {
        resetPeak();
        QElapsedTimer timer;
        timer.start();
        const double before = bench::processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
        const bool isShown = visit(controller, QString::fromStdString(file));
        const double seconds = std::min(static_cast<double>(timer.nsecsElapsed()) * 1e-9,
                                        bench::processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - before);
        std::printf("%.3f %.1f %d\n", seconds, peakMegabytes(), isShown ? 1 : 0);
        std::fflush(stdout);
    }
    return 0;
}

WindowCheck::WindowCheck(QString folder)
    : m_folder(std::move(folder))
{}

WindowCheck::~WindowCheck()
{
    if (!m_process)
        return;
    m_process->closeWriteChannel();
    m_process->waitForFinished(kPatienceMs);
}

bool WindowCheck::start()
{
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert(QStringLiteral("HOME"), m_folder);
    variables.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder + QStringLiteral("/config"));
    variables.insert(QStringLiteral("XDG_STATE_HOME"), m_folder + QStringLiteral("/state"));
    variables.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    m_process->setProcessEnvironment(variables);
    m_process->setStandardErrorFile(m_folder + QStringLiteral("/window-errors"));
    m_process->start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kWindowArgument)});
    return m_process->waitForStarted();
}

Check WindowCheck::open(const QString& file)
{
    if (!m_process && !start())
        return {0, 0, QStringLiteral("the window was not started")};
    m_process->write(file.toUtf8() + '\n');
    QElapsedTimer timer;
    timer.start();
    while (!m_process->canReadLine() && timer.elapsed() < kPatienceMs && m_process->state() == QProcess::Running)
        m_process->waitForReadyRead(kPatienceMs);
    Check check{static_cast<double>(timer.elapsed()) * 1e-3, 0, {}};
    if (m_process->canReadLine()) {
        const QList<QByteArray> words = m_process->readLine().simplified().split(' ');
        check.seconds = words.value(0).toDouble();
        check.megabytes = words.value(1).toDouble();
        m_shown += words.value(2).toInt();
        check.fault = limitFault(check);
    } else {
        const bool hangs = m_process->state() == QProcess::Running;
        m_process->kill();
        m_process->waitForFinished();
        QFile errors(m_folder + QStringLiteral("/window-errors"));
        check.fault =
            hangs ? QStringLiteral("did not end")
                  : QStringLiteral("ended by signal %1: ").arg(m_process->exitCode()) +
                        (errors.open(QIODevice::ReadOnly) ? QString::fromUtf8(errors.readAll().right(300)) : QString());
        m_process.reset();
    }
    if (!check.fault.isEmpty())
        check.fault.prepend(QStringLiteral("window: "));
    return check;
}

} // namespace stepscope::mutations
