#include "app/window/startsupport.h"

#include "app/capture/connection.h"
#include "app/capture/modelcommand.h"
#include "app/window/dialogprompter.h"
#include "app/window/requestedcapture.h"
#include "app/window/shownvalues.h"
#include "remote/link/ssh/confighosts.h"
#include "ui/messages/capturetexts.h"
#include "ui/parts/settings.h"
#include "ui/start/hoststart.h"
#include "ui/start/recentrecordings.h"
#include "ui/start/startpage.h"
#include "ui/window/mainwindow.h"

#include <QProcess>
#include <QStandardPaths>
#include <nlohmann/json.hpp>

#include <utility>

namespace stepscope::app {
namespace {

using format::Result;

struct FoundPython
{
    QString program{}; ///< empty = none has PyTorch
    QString missing{};
};

/// Runs a short program; false if it fails. Standard output is appended to `output`.
bool runsWell(const QString& program, const QStringList& words, QByteArray* output = nullptr)
{
    constexpr int kPatienceMs = 20'000;
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(program, words, QIODevice::ReadOnly);
    const bool ended = process.waitForFinished(kPatienceMs);
    if (output)
        *output = process.readAllStandardOutput();
    return ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// Looks for the package without importing it, which takes seconds. The Python on the PATH can differ from the
/// system's.
FoundPython pythonWithTorch()
{
    constexpr QLatin1String kQuestion("import importlib.util as u, sys; sys.exit(0 if u.find_spec('torch') else 1)");
    for (const char* const python : {"python3", "/usr/bin/python3"}) {
        if (runsWell(QLatin1String(python), {QStringLiteral("-c"), kQuestion}))
            return {QLatin1String(python)};
    }
    const bool hasPython = !QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty();
    return {{}, hasPython ? ui::messages::noPyTorch() : ui::messages::noPython()};
}

} // namespace

StartSupport::StartSupport(ui::MainWindow& window, const link::SshOptions& ssh)
    : m_window(window)
    , m_ssh(ssh)
    , m_prompter(std::make_shared<DialogPrompter>(&window))
    , m_previewing(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_jobs(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
{
    const ui::StartPage* page = m_window.startPage();
    connect(page, &ui::StartPage::shown, this, &StartSupport::refresh);
    connect(page->host(), &ui::HostStart::connectRequested, this, &StartSupport::connectToBoard);
    connect(page->host(), &ui::HostStart::cancelRequested, this, [this] {
        if (m_connection)
            m_connection->requestStop();
    });
    connect(page->recent(), &ui::RecentRecordings::removeRequested, this, [this](const QString& path) {
        m_jobs.start([path](const std::stop_token&) { return dropPreview(path), true; }, [](bool) {});
    });
    // After the signals of the owner are connected.
    QMetaObject::invokeMethod(this, &StartSupport::findBoardModels, Qt::QueuedConnection);
}

StartSupport::~StartSupport()
{
    m_prompter->dismiss();
    for (ui::BackgroundJob* jobs : {&m_previewing, &m_jobs}) {
        jobs->cancel();
        jobs->waitForDone();
    }
}

void StartSupport::refresh()
{
    findPython();
    listHosts();
    m_unread = m_window.startPage()->recent()->paths();
    if (!m_previewing.isBusy())
        readNext();
}

void StartSupport::findPython()
{
    if (m_hasPython)
        return;
    m_jobs.start([](const std::stop_token&) { return pythonWithTorch(); },
                 [this](const FoundPython& found) {
                     m_hasPython = !found.program.isEmpty();
                     m_window.startPage()->setLocalTraining(found.program, found.missing);
                 });
}

void StartSupport::findBoardModels()
{
    m_jobs.start(
        [](const std::stop_token&) {
            const QString program = QString::fromStdString(virtualBoardProgram());
            QByteArray names;
            if (program.isEmpty() || !runsWell(program, {QStringLiteral("models")}, &names))
                names.clear();
            QStringList models = QString::fromUtf8(names).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            models.sort();
            return models;
        },
        [this](const QStringList& models) { emit boardModelsFound(models); });
}

void StartSupport::listHosts()
{
    m_jobs.start(
        [file = m_ssh.configFile](const std::stop_token&) {
            QStringList hosts;
            for (const std::string& host : link::configuredHosts(file))
                hosts.append(QString::fromStdString(host));
            return hosts;
        },
        [this](QStringList hosts) {
            const QStringList devices = ui::settings::devices();
            hosts.removeIf([&devices](const QString& host) { return devices.contains(host); });
            m_window.startPage()->host()->setHosts(hosts);
        });
}

/// Logs in, installs the agent and lists what the board can measure. Only then it is a device.
void StartSupport::connectToBoard(const QString& target)
{
    ui::HostStart* const host = m_window.startPage()->host();
    host->setConnecting(target);
    m_connection = m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh),
         target](const ui::JobPointer& job) -> Result<ui::DeviceFacts> {
            const auto connection = TRY(connectTo(target.toStdString(), ssh, *prompter, job->stopToken()));
            return shownFacts(TRY(connection->runs().probe({})));
        },
        [this, host, target](const Result<ui::DeviceFacts>& facts) {
            host->setConnecting({});
            if (facts.ok()) {
                m_window.setDeviceFacts(target, *facts);
                m_window.showDevice(target);
            } else if (facts.error().code != format::Error::Code::Cancelled) {
                host->setError(target, QString::fromStdString(facts.error().text));
            }
        });
}

void StartSupport::readNext()
{
    if (m_unread.isEmpty())
        return;
    m_previewing.start([path = m_unread.takeFirst()](const std::stop_token& stop) { return readPreview(path, stop); },
                       [this](ReadPreview preview) {
                           showPreview(std::move(preview));
                           readNext();
                       });
}

void StartSupport::showPreview(ReadPreview preview)
{
    const bool isNew = preview.view.has_value();
    if (isNew)
        drawPreview(*preview.view, preview.shown);
    m_window.startPage()->recent()->setRecording(preview.shown);
    if (isNew)
        m_jobs.start([shown = preview.shown](const std::stop_token&) { return storePreview(shown), true; },
                     [](bool) {});
}

} // namespace stepscope::app
