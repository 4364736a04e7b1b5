#include "app/window/recovery.h"

#include "analysis/text/quantitytext.h"
#include "app/capture/connection.h"
#include "remote/format/recordingfile.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/fleet/fleetpage.h"
#include "ui/messages/unfinishedtexts.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/window/mainwindow.h"

#include <QFileInfo>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::app {
namespace {

using Runs = std::vector<link::RunInfo>;

/// Connects with keys, agents and passwords that were entered before only.
format::Result<Runs> listRuns(const std::string& target, const link::SshOptions& ssh, const std::stop_token& stop)
{
    const auto connection = TRY(Connection::make(target, ssh, nullptr));
    connection->cancelOn(stop);
    TRY(connection->connect());
    TRY(connection->deploy({}));
    return connection->runs().list();
}

QString restText(const link::RunInfo& run, quint64 fetched)
{
    const double rest = static_cast<double>(run.bytes - std::min<std::uint64_t>(run.bytes, fetched));
    return QString::fromStdString(analysis::bytesText(rest));
}

/// Sets what the target says of the run. False if there is nothing to offer: neither the target nor the file has data
/// of the run, or its agent died and the file has all that it recorded.
bool describe(ui::UnfinishedRecording& offer, const Runs& runs)
{
    const auto run = std::find_if(runs.begin(), runs.end(), [&offer](const link::RunInfo& candidate) {
        return candidate.run == offer.run.toStdString();
    });
    if (run == runs.end()) {
        offer.state = ui::unfinished::noRun();
        offer.canContinue = offer.runsOn = false;
        return offer.bytes > 0;
    }
    offer.runsOn = run->state == link::RunState::Running;
    if (offer.runsOn)
        offer.state = ui::unfinished::runsOn(restText(*run, offer.bytes));
    else if (run->state == link::RunState::Ended)
        offer.state = ui::unfinished::ended(restText(*run, offer.bytes));
    else
        offer.state = ui::unfinished::agentEnded(restText(*run, offer.bytes));
    return run->state != link::RunState::Crashed || run->bytes > offer.bytes;
}

/// Captures on one target that are reached in the same way.
bool isReachedAs(const UnfinishedCapture& left, const UnfinishedCapture& right)
{
    return left.target == right.target && left.identityFile == right.identityFile &&
           left.configFile == right.configFile && left.knownHostsFile == right.knownHostsFile;
}

} // namespace

/// What may be offered of the list. Removes from the list what is whole by now.
QList<Recovery::Offer> Recovery::readOffers()
{
    QList<Offer> offers;
    for (const UnfinishedCapture& capture : readUnfinished()) {
        const std::filesystem::path path(capture.recording.toStdString());
        if (!format::checkNotRecorded(path).ok())
            continue;
        if (const auto isWhole = format::endsWithFooter(path); isWhole.ok() && *isWhole) {
            (void)forgetUnfinished(capture.recording); // tried again by the next window
            continue;
        }
        ui::UnfinishedRecording offer{capture.target, capture.run, capture.recording};
        offer.bytes = static_cast<quint64>(std::max<qint64>(0, QFileInfo(capture.recording).size()));
        offers.append({capture, offer});
    }
    return offers;
}

Recovery::Recovery(ui::MainWindow& window, const link::SshOptions& ssh)
    : m_window(window)
    , m_ssh(ssh)
    , m_reading(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_asking(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
    , m_forgetting(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
{
    const ui::UnfinishedPanel* panel = m_window.startPage()->unfinished();
    connect(panel, &ui::UnfinishedPanel::continueRequested, this, &Recovery::requestContinue);
    connect(panel, &ui::UnfinishedPanel::forgetRequested, this, &Recovery::forget);
    connect(m_window.recordingPage(), &ui::RecordingPage::continueRequested, this,
            [this] { requestContinue(m_shown); });
}

Recovery::~Recovery()
{
    for (ui::BackgroundJob* jobs : {&m_reading, &m_asking}) {
        jobs->cancel();
        jobs->waitForDone();
    }
    m_forgetting.waitForDone();
}

void Recovery::refresh(const QStringList& busyTargets)
{
    m_reading.start([](const std::stop_token&) { return readOffers(); },
                    [this, busyTargets](QList<Offer> offers) { setOffers(std::move(offers), busyTargets); });
}

void Recovery::setOffers(QList<Offer> offers, const QStringList& busyTargets)
{
    m_asking.cancel();
    QList<UnfinishedCapture> targets;
    for (Offer& offer : offers) {
        if (busyTargets.contains(offer.capture.target)) {
            offer.shown.state = ui::unfinished::otherRun();
            offer.shown.canContinue = false;
            continue;
        }
        const auto before = std::find_if(m_offers.begin(), m_offers.end(), [&offer](const Offer& known) {
            return known.capture.recording == offer.capture.recording;
        });
        offer.shown.state = ui::unfinished::asking(offer.capture.target);
        if (before != m_offers.end() && before->shown.state != ui::unfinished::otherRun()) { // until the target answers
            offer.shown.state = before->shown.state;
            offer.shown.canContinue = before->shown.canContinue;
            offer.shown.runsOn = before->shown.runsOn;
        }
        const bool isNew = std::none_of(targets.begin(), targets.end(), [&offer](const UnfinishedCapture& other) {
            return isReachedAs(other, offer.capture);
        });
        if (isNew)
            targets.append(offer.capture);
    }
    m_offers = std::move(offers);
    show();
    for (const UnfinishedCapture& target : targets)
        askTarget(target);
}

void Recovery::askTarget(const UnfinishedCapture& capture)
{
    m_asking.start([target = capture.target.toStdString(), ssh = sshOptions(capture, m_ssh)](
                       const std::stop_token& stop) { return listRuns(target, ssh, stop); },
                   [this, capture](const format::Result<Runs>& runs) { setRuns(capture, runs); });
}

void Recovery::setRuns(const UnfinishedCapture& asked, const format::Result<Runs>& runs)
{
    QStringList over;
    for (Offer& offer : m_offers) {
        if (!isReachedAs(offer.capture, asked))
            continue;
        if (!runs.ok()) {
            offer.shown.state = ui::unfinished::notReachable(QString::fromStdString(runs.error().text));
            continue;
        }
        if (!describe(offer.shown, *runs))
            over.append(offer.capture.recording);
        if (!offer.shown.runsOn)
            m_window.fleetPage()->setRunEnded(offer.capture.target, offer.capture.run);
    }
    for (const QString& recording : over)
        forget(recording);
    show();
}

void Recovery::requestContinue(const QString& recording)
{
    for (const Offer& offer : m_offers) {
        if (offer.capture.recording == recording) {
            const UnfinishedCapture capture = offer.capture; // the receiver may change the offers
            return emit continueRequested(capture);
        }
    }
}

void Recovery::forget(const QString& recording)
{
    m_offers.removeIf([&recording](const Offer& offer) { return offer.capture.recording == recording; });
    show();
    m_forgetting.start([recording](const std::stop_token&) { return forgetUnfinished(recording); },
                       [this](const format::Result<void>& done) {
                           if (!done.ok())
                               m_window.showError(QString::fromStdString(done.error().text));
                       });
}

void Recovery::setRecorded(const QString& recording)
{
    const QString path = QFileInfo(recording).absoluteFilePath();
    m_offers.removeIf([&path](const Offer& offer) { return offer.capture.recording == path; });
    show();
}

void Recovery::setShown(const QString& recording)
{
    m_shown = recording.isEmpty() ? QString() : QFileInfo(recording).absoluteFilePath();
    show();
}

bool Recovery::runsOn(const QString& target) const
{
    return std::any_of(m_offers.begin(), m_offers.end(),
                       [&target](const Offer& offer) { return offer.shown.runsOn && offer.capture.target == target; });
}

std::optional<UnfinishedCapture> Recovery::captureOf(const QString& target, const QString& run) const
{
    for (const Offer& offer : m_offers) {
        if (offer.capture.target == target && offer.capture.run == run)
            return offer.capture;
    }
    return std::nullopt;
}

void Recovery::show()
{
    QList<ui::UnfinishedRecording> recordings;
    QStringList leftRunning;
    QString line;
    bool canContinue = false;
    bool runsOn = false;
    for (const Offer& offer : m_offers) {
        recordings.append(offer.shown);
        if (offer.shown.runsOn)
            leftRunning.append(offer.capture.target);
        if (offer.capture.recording != m_shown)
            continue;
        runsOn = offer.shown.runsOn;
        line = ui::unfinished::line(offer.capture.run, offer.capture.target, offer.shown.state, runsOn);
        canContinue = offer.shown.canContinue;
    }
    m_window.startPage()->unfinished()->setRecordings(recordings);
    m_window.fleetPage()->setLeftRunning(leftRunning);
    m_window.recordingPage()->setUnfinished(line, canContinue, runsOn);
}

} // namespace stepscope::app
