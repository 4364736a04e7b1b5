#include "ui/window/startcontroller.h"

#include "ui/devices/captureform.h"
#include "ui/devices/devicepanel.h"
#include "ui/parts/settings.h"
#include "ui/start/boardstart.h"
#include "ui/start/hoststart.h"
#include "ui/start/recentrecordings.h"
#include "ui/start/startpage.h"
#include "ui/study/sweepdialog.h"
#include "ui/window/sidebar.h"

namespace stepscope::ui {

StartController::StartController(StartPage* start, DevicePage* devices, Sidebar* sidebar, QObject* parent)
    : QObject(parent)
    , m_start(start)
    , m_devices(devices)
    , m_sidebar(sidebar)
{
    connect(m_start, &StartPage::profileRequested, this, &StartController::request);
    connect(m_devices, &DevicePage::profileRequested, this, &StartController::request);
    connect(m_start, &StartPage::shown, this, [this] { m_start->recent()->setPaths(settings::recordings()); });
    connect(m_start->host(), &HostStart::addRequested, this, &StartController::showDevice);
    connect(m_start->recent(), &RecentRecordings::openRequested, this, &StartController::openRequested);
    connect(m_start->recent(), &RecentRecordings::removeRequested, this, [this](const QString& path) {
        settings::forgetRecording(path);
        m_sidebar->refresh();
    });
    connect(m_sidebar, &Sidebar::devicesChanged, this, &StartController::refreshLists);
    refreshLists();
}

void StartController::request(const CaptureRequest& request)
{
    m_requested[request.target] = request;
    emit profileRequested(request);
}

void StartController::setCapture(const CaptureStatus& status)
{
    m_start->setCapture(status);
    const auto requested = m_requested.constFind(status.target);
    if (requested == m_requested.cend() || status.phase == CapturePhase::Connecting ||
        status.phase == CapturePhase::Idle)
        return;
    if (status.phase != CapturePhase::Failed) {
        settings::rememberCapture(*requested);
        refreshLists();
    }
    m_requested.erase(requested);
}

void StartController::setReached(const QString& target)
{
    if (settings::devices().contains(target))
        return;
    settings::rememberDevice(target);
    refreshLists();
}

void StartController::showDevice(const QString& target)
{
    setReached(target);
    m_devices->setTarget(target);
    emit devicePageRequested();
    m_devices->form()->focusCommand();
}

void StartController::checkHost(const QString& host)
{
    const QString known = settings::deviceOfHost(host);
    if (!known.isEmpty())
        m_devices->setTarget(known);
    emit devicePageRequested();
    if (known.isEmpty())
        emit message(
            tr("The recording is of the device %1. Choose it, press “Check device”, then “Self-test”.").arg(host));
    else
        emit probeRequested(known);
}

void StartController::setModels(const QStringList& models)
{
    m_models = models;
    m_devices->form()->setModels(models, {});
}

void StartController::setBoardModels(const QStringList& models)
{
    m_boardModels = models;
    m_devices->form()->setModels(m_models, models);
    m_start->board()->setModels(models);
}

void StartController::chooseSweep(QWidget* parent)
{
    const auto modelsOf = [this](const QString& device) {
        return isVirtualTarget(device) && !m_boardModels.isEmpty() ? m_boardModels : m_models;
    };
    auto* dialog = new SweepDialog(settings::devices(), m_models, modelsOf, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTarget(m_devices->device()->target());
    connect(dialog, &SweepDialog::sweepRequested, this, [this](const SweepRequest& request) {
        for (const QString& target : request.targets)
            settings::rememberDevice(target);
        refreshLists();
        emit sweepRequested(request);
    });
    dialog->open();
}

void StartController::refreshLists()
{
    m_sidebar->refresh();
    m_devices->form()->setDevices(settings::devices());
    m_start->recent()->setPaths(settings::recordings());
}

} // namespace stepscope::ui
