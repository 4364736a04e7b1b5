#include "app/window/windowcontroller.h"

#include "analysis/export/csvexport.h"
#include "analysis/export/exporter.h"
#include "analysis/trace/tracestore.h"
#include "app/capture/agentmeasurement.h"
#include "app/capture/capture.h"
#include "app/capture/cleanedtext.h"
#include "app/capture/connection.h"
#include "app/capture/modelcommand.h"
#include "app/commands/figurefile.h"
#include "app/terminal/terminal.h"
#include "app/window/dialogprompter.h"
#include "app/window/language.h"
#include "app/window/recordingrename.h"
#include "app/window/requestedcapture.h"
#include "app/window/session.h"
#include "app/window/shownvalues.h"
#include "app/window/startfailure.h"
#include "remote/format/version.h"
#include "ui/devices/devicepanel.h"
#include "ui/fleet/fleetpage.h"
#include "ui/messages/capturetexts.h"
#include "ui/messages/filetexts.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/start/startpage.h"
#include "ui/window/helpcontroller.h"
#include "ui/window/selectionstrip.h"
#include "widgets/figures/figure.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QProcess>
#include <QStandardPaths>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <unistd.h>
#include <utility>

namespace stepscope::app {
namespace {

using format::Result;

/// The folder for recordings that the user did not name: Documents/Stepscope.
std::filesystem::path recordingsFolder()
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString folder = (documents.isEmpty() ? QDir::homePath() : documents) + QStringLiteral("/Stepscope");
    QDir().mkpath(folder);
    return folder.toStdString();
}

/// Sets the progress of a job; false if the job is to stop.
bool continues(const ui::JobPointer& job, double share)
{
    job->setProgress(share);
    return !job->stopRequested();
}

/// Resident memory of this process, bytes; 0 = not known.
std::uint64_t residentMemory()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> pages = file.readAll().split(' ');
    return pages.size() > 1 ? pages[1].toULongLong() * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

/// How many sensors the self-test has measured.
QString selfTestMessage(const SelfTestResult& result)
{
    const auto isRail = [](const analysis::SensorFinding& finding) { return finding.quantity == "rail.power"; };
    const auto rails = std::count_if(result.findings.begin(), result.findings.end(), isRail);
    const auto measured = std::count_if(result.findings.begin(), result.findings.end(), [&](const auto& finding) {
        return isRail(finding) && analysis::isMeasured(finding);
    });
    return ui::messages::selfTestDone(measured, rails, QString::fromStdString(result.gpuNote));
}

QString costText(std::uint64_t before, std::uint64_t after)
{
    return ui::messages::memoryOfComparison(static_cast<double>(after - std::min(before, after)),
                                            static_cast<double>(after));
}

} // namespace

WindowController::WindowController(link::SshOptions ssh)
    : m_captures(&m_window)
    , m_studies(m_window)
    , m_selected(m_window, m_captures, m_studies)
    , m_imports(m_window)
    , m_sweep(&m_window)
    , m_ssh(std::move(ssh))
    , m_recovery(m_window, m_ssh)
    , m_start(m_window, m_ssh)
    , m_prompter(std::make_shared<DialogPrompter>(&m_window))
    , m_jobs(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
{
    connectWindow();
    connectCapture();
    connectBookmarks();
    connectSweep();
    connectRecovery();
    connectImport();
    connectSelection();
}

WindowController::~WindowController()
{
    // Jobs use members of this object and dialogs of the window.
    m_prompter->dismiss();
    m_jobs.cancel();
    m_jobs.waitForDone();
}

void WindowController::connectWindow()
{
    using ui::MainWindow;
    connect(&m_window, &MainWindow::profileRequested, this, &WindowController::profile);
    connect(&m_window, &MainWindow::stopRequested, &m_captures, &Captures::stopTraining);
    connect(&m_window, &MainWindow::cancelRequested, &m_captures, &Captures::leave);
    connect(&m_window, &MainWindow::disconnectRequested, &m_captures, &Captures::leave);
    connect(&m_window, &MainWindow::closeRequested, &m_captures, &Captures::leaveAll);
    connect(&m_window, &MainWindow::recordingClosed, &m_captures, &Captures::hide);
    connect(&m_window, &MainWindow::openRequested, this, &WindowController::open);
    connect(&m_window, &MainWindow::compareRequested, this, &WindowController::openComparison);
    connect(&m_window, &MainWindow::renameRequested, this, &WindowController::rename);
    connect(&m_window, &MainWindow::attachRequested, this, &WindowController::attach);
    connect(&m_window, &MainWindow::runsRequested, this, &WindowController::askRuns);
    connect(&m_window, &MainWindow::probeRequested, this, &WindowController::probe);
    connect(&m_window, &MainWindow::selfTestRequested, this, &WindowController::selfTest);
    connect(&m_window, &MainWindow::exportFigureRequested, this, &WindowController::exportFigure);
    connect(&m_window, &MainWindow::exportCsvRequested, this, &WindowController::exportCsv);
    connect(&m_window, &MainWindow::exportFileRequested, this, &WindowController::exportFile);
    connect(&m_window, &MainWindow::busyCancelRequested, this, [this] {
        if (m_busy)
            m_busy->requestStop();
    });
}

void WindowController::connectCapture()
{
    connect(&m_captures, &Captures::statusChanged, &m_window, &ui::MainWindow::setCapture);
    connect(&m_captures, &Captures::viewChanged, &m_window, &ui::MainWindow::setCaptureView);
    connect(&m_captures, &Captures::shownStatusChanged, &m_window, &ui::MainWindow::setCaptureStatus);
    connect(&m_captures, &Captures::shownRecordingChanged, this, &WindowController::dropOpening);
    connect(&m_captures, &Captures::shownRecordingChanged, &m_window, &ui::MainWindow::setCapturedRecording);
    connect(&m_window, &ui::MainWindow::pageLeft, &m_captures,
            [this] { m_captures.keepShown(!m_window.recordingPath().isEmpty()); });
    connect(&m_captures, &Captures::shownViewChanged, &m_window, &ui::MainWindow::setView);
}

void WindowController::connectBookmarks()
{
    connect(&m_window, &ui::MainWindow::bookmarksChanged, &m_bookmarks, &BookmarkKeeper::save);
    connect(&m_bookmarks, &BookmarkKeeper::read, &m_window, &ui::MainWindow::setBookmarks);
    connect(&m_bookmarks, &BookmarkKeeper::message, &m_window, &ui::MainWindow::showError);
    connect(&m_captures, &Captures::shownRecordingChanged, &m_bookmarks, &BookmarkKeeper::setRecording);
}

void WindowController::connectSweep()
{
    QStringList models;
    for (const std::string& model : carriedModels())
        models << QString::fromStdString(model);
    m_window.setModels(models);
    connect(&m_start, &StartSupport::boardModelsFound, &m_window, &ui::MainWindow::setBoardModels);
    const auto mayStart = [this] {
        if (m_captures.isRunning())
            m_window.showError(ui::messages::sweepDisturbsCapture());
        return !m_captures.isRunning();
    };
    connect(&m_window, &ui::MainWindow::sweepRequested, this, [this, mayStart](const ui::SweepRequest& request) {
        const auto isBusy = [this](const QString& target) { return isLeftRunning(target); };
        if (mayStart() && std::none_of(request.targets.begin(), request.targets.end(), isBusy))
            m_sweep.start(request, m_ssh);
    });
    connect(&m_window, &ui::MainWindow::sweepContinueRequested, this, [this, mayStart](const QString& folder) {
        if (mayStart())
            m_sweep.resume(folder, m_ssh);
    });
    connect(&m_window, &ui::MainWindow::sweepPauseRequested, &m_sweep, &SweepController::pause);
    connect(&m_window, &ui::MainWindow::sweepStopRequested, &m_sweep, &SweepController::leave);
    connect(&m_window, &ui::MainWindow::closeRequested, &m_sweep, &SweepController::leave);
    connect(&m_sweep, &SweepController::statusChanged, &m_window, &ui::MainWindow::setSweepStatus);
    connect(&m_sweep, &SweepController::opened, this, &WindowController::open);
    connect(&m_sweep, &SweepController::ended, this, [this](const QString& text, bool isError) {
        isError ? m_window.showError(text) : m_window.showMessage(text);
    });
}

void WindowController::connectRecovery()
{
    connect(&m_recovery, &Recovery::continueRequested, this, &WindowController::continueCapture);
    connect(&m_captures, &Captures::message, &m_window, &ui::MainWindow::showError);
    connect(&m_captures, &Captures::noted, &m_window, &ui::MainWindow::showMessage);
    connect(&m_captures, &Captures::recordingOpened, &m_recovery, &Recovery::setRecorded);
    connect(&m_captures, &Captures::shownRecordingChanged, &m_recovery, &Recovery::setShown);
    const ui::DevicePanel* device = m_window.devicePage()->device();
    connect(device, &ui::DevicePanel::cleaningRequested, this, &WindowController::planCleaning);
    connect(device, &ui::DevicePanel::cleaningConfirmed, this, &WindowController::clean);
    const auto refresh = [this] { m_recovery.refresh(m_captures.runningTargets()); };
    connect(&m_captures, &Captures::ended, &m_recovery, refresh);
    const auto refreshUnlessMeasuring = [this, refresh] {
        if (!m_sweep.isRunning() && !m_selfTest)
            refresh();
    };
    connect(m_window.startPage(), &ui::StartPage::shown, &m_recovery, refreshUnlessMeasuring);
    connect(m_window.fleetPage(), &ui::FleetPage::shown, &m_recovery, refreshUnlessMeasuring);
    QMetaObject::invokeMethod(&m_recovery, refresh, Qt::QueuedConnection); // after the window has been shown
}

/// Says why not, if a capture may not start on the device.
bool WindowController::mayRecord(const QString& target)
{
    if (m_captures.isRunning(target))
        m_window.showError(ui::messages::recordedAlready(target));
    else if (m_sweep.isRunning())
        m_window.showError(ui::messages::captureDisturbsSweep());
    else
        return true;
    return false;
}

/// Says so, too.
bool WindowController::isLeftRunning(const QString& target)
{
    if (!m_recovery.runsOn(target))
        return false;
    m_recovery.refresh(m_captures.runningTargets()); // it may have ended since
    m_window.showError(ui::messages::leftRunGoesOn(target));
    return true;
}

void WindowController::profile(const ui::CaptureRequest& request)
{
    if (!mayRecord(request.target))
        return;
    if (isLeftRunning(request.target))
        return;
    m_window.expectCapture();
    m_captures.start(captureOptions(request, m_ssh, recordingsFolder()));
}

void WindowController::attach(const QString& target, const QString& run)
{
    // The file that has the beginning of the run is continued.
    const std::filesystem::path usual = recordingsFolder() / (run.toStdString() + ".stepscope");
    continueCapture(m_recovery.captureOf(target, run)
                        .value_or(unfinishedCapture(target, run, QString::fromStdString(usual.string()), m_ssh)));
}

void WindowController::continueCapture(const UnfinishedCapture& capture)
{
    if (!mayRecord(capture.target))
        return;
    CaptureOptions options;
    options.target = capture.target.toStdString();
    options.ssh = sshOptions(capture, m_ssh);
    options.existingRun = capture.run.toStdString();
    options.recording = std::filesystem::path(capture.recording.toStdString());
    m_window.expectCapture();
    m_captures.start(std::move(options));
}

std::function<void(double)> WindowController::showProgress(const QString& text)
{
    return [this, text](double share) { m_window.setBusy(text, share); };
}

void WindowController::open(const QString& path)
{
    m_window.banner()->clearError();
    if (m_captures.viewOf(path)) { // it is being recorded, so its latest view is in memory
        m_window.expectCapture();
        m_captures.show(path);
        return;
    }
    m_captures.keepShown(true);
    m_imports.open({path});
}

void WindowController::connectImport()
{
    connect(&m_imports, &FileImport::recordingFound, this, &WindowController::openRecording);
    connect(&m_imports, &FileImport::written, this, &WindowController::openRecording);
    connect(&m_imports, &FileImport::studyFound, this, [this](const QString& path) { m_busy = m_studies.open(path); });
    connect(&m_imports, &FileImport::moved, this, &WindowController::showMoved);
    connect(&m_imports, &FileImport::windowRequested, this, &WindowController::windowRequested);
    connect(&m_captures, &Captures::shownRecordingChanged, &m_imports, &FileImport::leave);
}

void WindowController::connectSelection()
{
    const ui::SelectionStrip* strip = m_window.selection();
    connect(&m_window, &ui::MainWindow::compareBothRequested, &m_selected, &SelectedRecordings::compare);
    connect(strip, &ui::SelectionStrip::compareRequested, &m_selected, &SelectedRecordings::compare);
    connect(strip, &ui::SelectionStrip::observationsRequested, &m_selected, &SelectedRecordings::observe);
    connect(strip, &ui::SelectionStrip::exportRequested, &m_selected, &SelectedRecordings::exportAll);
    connect(&m_selected, &SelectedRecordings::started, this, [this](const ui::JobPointer& job) { m_busy = job; });
}

/// Replaces the recording on display by itself with corrected times, at the same place.
void WindowController::showMoved(const QString& path, const trace::TraceView& view, std::int64_t shiftNs)
{
    dropOpening();
    m_captures.hide();
    const trace::TimeRange range = m_window.timeline()->axis()->range();
    m_window.setRecordingPath(path);
    m_window.setView(view, false);
    m_window.timeline()->axis()->zoomTo({range.begin + shiftNs, range.end + shiftNs});
    m_bookmarks.setRecording(path);
    m_recovery.setShown(path);
}

/// Shows the part that is already read while the rest is being read.
void WindowController::openRecording(const QString& path)
{
    const QString text = ui::messages::opening(QDir::toNativeSeparators(path));
    dropOpening();
    m_imports.leave(path);
    const int number = m_openings;
    auto begun = std::make_shared<bool>(false); // the GUI thread's
    m_opening = m_busy = m_jobs.start(
        [this, path, begun](const ui::JobPointer& job) {
            trace::LoadOptions options;
            options.progress = [&](double share) { return continues(job, share); };
            options.view = [&](const trace::TraceView& view) {
                QMetaObject::invokeMethod(
                    &m_window, [this, path, view, begun, job] { showPart(path, view, *begun, job->stopRequested()); },
                    Qt::QueuedConnection);
            };
            return trace::loadRecording(path.toStdString(), options);
        },
        [this, path, number, begun](Result<trace::TraceView> view) {
            m_window.clearBusy();
            if (view.ok()) {
                showPart(path, *view, *begun, false);
                emit recordingOpened(path);
                return;
            }
            emit openingFailed(path);
            // An incomplete recording must not stay on display. A newer one may already have replaced it.
            if (*begun && number == m_openings)
                m_window.closeRecording();
            if (view.error().code != format::Error::Code::Cancelled)
                m_window.showError(QString::fromStdString(view.error().text));
        },
        showProgress(text));
}

void WindowController::rename(const QString& from, const QString& to)
{
    m_jobs.start([from, to](const std::stop_token&) { return renameRecording(from, to); },
                 [this, from, to](const Result<void>& done) {
                     if (QFileInfo::exists(to) && !QFileInfo::exists(from)) {
                         m_window.showRenamed(from, to);
                         if (m_window.recordingPath() == from)
                             openRecording(to); // later changes, such as bookmarks, go to the new name
                     }
                     if (!done.ok())
                         m_window.showError(QString::fromStdString(done.error().text));
                 });
}

void WindowController::openComparison(const QString& path)
{
    if (const auto live = m_captures.viewOf(path))
        return m_window.setComparison(*live, path, ui::messages::secondIsLive());
    const QString text = ui::messages::opening(QDir::toNativeSeparators(path));
    const std::uint64_t before = residentMemory();
    m_busy = m_jobs.start(
        [path](const ui::JobPointer& job) {
            return trace::loadRecording(path.toStdString(), [&](double share) { return continues(job, share); });
        },
        [this, path, before](Result<trace::TraceView> view) {
            m_window.clearBusy();
            if (view.ok())
                m_window.setComparison(*view, path, costText(before, residentMemory()));
            else if (view.error().code != format::Error::Code::Cancelled)
                m_window.showError(QString::fromStdString(view.error().text));
        },
        showProgress(text));
}

/// Cancels the opening of a file, so that its pending views do not replace those of a newer recording.
void WindowController::dropOpening()
{
    ++m_openings;
    if (m_opening)
        m_opening->requestStop();
}

void WindowController::showPart(const QString& path, const trace::TraceView& view, bool& begun, bool cancelled)
{
    if (cancelled)
        return;
    const bool isFirst = !std::exchange(begun, true);
    if (isFirst) {
        m_captures.hide();
        m_window.setRecordingPath(path);
    }
    m_window.setView(view, false);
    if (isFirst) {
        m_bookmarks.setRecording(path);
        m_recovery.setShown(path);
    }
}

void WindowController::askRuns(const QString& target)
{
    m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh),
         target](const std::stop_token& stop) -> Result<QList<ui::RemoteRun>> {
            const auto connection = TRY(connectTo(target.toStdString(), ssh, *prompter, stop));
            return shownRuns(TRY(connection->runs().list()));
        },
        [this, target](Result<QList<ui::RemoteRun>> runs) {
            if (runs.ok())
                m_window.setRuns(target, *runs);
            else
                m_window.setDeviceError(target, QString::fromStdString(runs.error().text));
        });
}

void WindowController::probe(const QString& target)
{
    m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh),
         target](const std::stop_token& stop) -> Result<ui::DeviceFacts> {
            const auto connection = TRY(connectTo(target.toStdString(), ssh, *prompter, stop));
            return shownFacts(TRY(connection->runs().probe({})));
        },
        [this, target](Result<ui::DeviceFacts> facts) {
            if (facts.ok())
                m_window.setDeviceFacts(target, *facts);
            else
                m_window.setDeviceError(target, QString::fromStdString(facts.error().text));
        });
}

/// Measures the sensors of the target, then shows its facts, which contain the result.
void WindowController::selfTest(const QString& target)
{
    if (m_captures.isRunning(target))
        return m_window.showError(ui::messages::selfTestDisturbsCapture());
    if (isLeftRunning(target))
        return;
    if (m_busy && m_busy == m_selfTest)
        return; // it runs already
    m_selfTest = m_busy = m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh), target](const ui::JobPointer& job) {
            return runSelfTest(
                target.toStdString(), ssh, {}, prompter,
                [&job](double share, const std::string&) { job->setProgress(share); }, job->stopToken());
        },
        [this, target](const Result<SelfTestResult>& result) {
            m_window.clearBusy();
            m_selfTest.reset();
            if (result.ok()) {
                m_window.showMessage(selfTestMessage(*result));
                probe(target);
            } else if (result.error().code != format::Error::Code::Cancelled) {
                m_window.showError(QString::fromStdString(result.error().text));
            }
        },
        showProgress(ui::messages::runningSelfTest(target)));
}

void WindowController::planCleaning(const QString& target)
{
    m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh),
         target](const std::stop_token& stop) -> Result<ui::CleaningPlan> {
            const auto connection = TRY(connectTo(target.toStdString(), ssh, *prompter, stop));
            const link::CleanedTarget received = TRY(connection->runs().planCleaning(false));
            const link::CleanedTarget all = TRY(connection->runs().planCleaning(true));
            return shownPlan(received, all, TRY(connection->runs().list()));
        },
        [this, target](const Result<ui::CleaningPlan>& plan) {
            if (plan.ok())
                m_window.devicePage()->device()->setCleaningPlan(target, *plan);
            else
                m_window.setDeviceError(target, QString::fromStdString(plan.error().text));
        });
}

/// After the user has confirmed.
void WindowController::clean(const QString& target, bool all)
{
    m_jobs.start(
        [prompter = m_prompter, ssh = sshOptionsOf(target, m_ssh), target,
         all](const std::stop_token& stop) -> Result<std::string> {
            const auto connection = TRY(connectTo(target.toStdString(), ssh, *prompter, stop));
            const link::CleanedTarget cleaned = TRY(connection->runs().clean(all));
            return cleanedText(cleaned, TRY(connection->runs().list()).size());
        },
        [this, target](const Result<std::string>& done) {
            if (!done.ok())
                return m_window.setDeviceError(target, QString::fromStdString(done.error().text));
            m_window.showMessage(target + QStringLiteral(": ") + QString::fromStdString(*done));
            askRuns(target);
        });
}

void WindowController::exportFigure(const widgets::FigureOptions& options)
{
    const auto done = widgets::exportTimelineFigure(m_window.view(), options);
    if (done.ok())
        m_window.showMessage(ui::messages::figureWritten(QDir::toNativeSeparators(options.path)));
    else
        m_window.showError(QString::fromStdString(done.error().text));
}

void WindowController::exportCsv(const QString& directory)
{
    const QString text = ui::messages::writingCsv(QDir::toNativeSeparators(directory));
    m_busy = m_jobs.start(
        [directory, view = m_window.view()](const ui::JobPointer& job) {
            return analysis::exportCsv(view, directory.toStdString(),
                                       [&](double share) { return continues(job, share); });
        },
        [this, directory](Result<void> done) {
            m_window.clearBusy();
            if (done.ok())
                m_window.showMessage(ui::messages::csvWritten(QDir::toNativeSeparators(directory)));
            else if (done.error().code != format::Error::Code::Cancelled)
                m_window.showError(QString::fromStdString(done.error().text));
        },
        showProgress(text));
}

void WindowController::exportFile(qsizetype index, const QString& path)
{
    const analysis::Exporter& exporter = *analysis::exporters()[static_cast<std::size_t>(index)];
    const trace::TraceView view = m_window.view();
    analysis::ExportOptions options;
    options.title = QFileInfo(path).completeBaseName().toStdString();
    if (exporter.option() == "html")
        options.pictures = {timelinePicture(view)};
    const QString shown = QDir::toNativeSeparators(path);
    m_busy = m_jobs.start(
        [path, view, options, &exporter](const ui::JobPointer& job) {
            analysis::ExportOptions stoppable = options;
            stoppable.stop = job->stopToken();
            return analysis::exportFile(view, exporter, path.toStdString(), true, stoppable,
                                        [&](double share) { return continues(job, share); });
        },
        [this, shown](const Result<std::string>& done) {
            m_window.clearBusy();
            if (done.ok())
                m_window.showMessage(QStringLiteral("%1: %2").arg(shown, QString::fromStdString(*done)));
            else if (done.error().code != format::Error::Code::Cancelled)
                m_window.showError(QString::fromStdString(done.error().text));
        },
        showProgress(ui::messages::writing(shown)));
}

int runWindow(int& argc, char** argv, const std::string& file, bool isFresh)
{
    if (!hasDisplay())
        return printError(
            format::failure("There is no display to open the window on: work in the terminal (`stepscope --help`), "
                            "or log in with a desktop or `ssh -X`."));
    std::optional<StartFailure> failure(std::in_place);
    QApplication application(argc, argv);
    failure.reset();
    QApplication::setApplicationName(QStringLiteral("Stepscope"));
    QApplication::setOrganizationName(QStringLiteral("Stepscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(format::version()));
    installLanguage(application, qEnvironmentVariable("STEPSCOPE_LANGUAGE"));
    WindowController controller;
    Session session(controller);
    const auto openWindow = [](const QString& path) {
        QProcess::startDetached(QApplication::applicationFilePath(), {path});
    };
    QObject::connect(&controller, &WindowController::windowRequested, &application, openWindow);
    QObject::connect(&session, &Session::windowRequested, &application, openWindow);
    controller.window().show();
    controller.window().help()->startTourOnce();
    if (!file.empty())
        controller.open(QFileInfo(QString::fromStdString(file)).absoluteFilePath());
    else if (!isFresh && ui::settings::restoresSession())
        session.restore();
    return QApplication::exec();
}

} // namespace stepscope::app
