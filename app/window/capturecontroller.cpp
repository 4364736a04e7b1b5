#include "app/window/capturecontroller.h"

#include "app/window/dialogprompter.h"
#include "ui/messages/capturetexts.h"

#include <QMetaObject>

#include <utility>

namespace stepscope::app {
namespace {

constexpr int kHiddenPauseMs = 250; ///< between views that the timeline does not show

ui::CapturePhase shownPhase(CaptureProgress::Phase phase)
{
    switch (phase) {
    case CaptureProgress::Phase::Connecting:
        return ui::CapturePhase::Connecting;
    case CaptureProgress::Phase::Deploying:
        return ui::CapturePhase::Deploying;
    case CaptureProgress::Phase::Starting:
        return ui::CapturePhase::Starting;
    case CaptureProgress::Phase::Streaming:
        return ui::CapturePhase::Streaming;
    case CaptureProgress::Phase::Silent:
        return ui::CapturePhase::Silent;
    case CaptureProgress::Phase::Reconnecting:
        return ui::CapturePhase::Reconnecting;
    case CaptureProgress::Phase::Stopping:
        return ui::CapturePhase::Stopping;
    }
    return ui::CapturePhase::Idle;
}

} // namespace

CaptureController::CaptureController(QWidget* window)
    : m_window(window)
{
    m_viewPause.setSingleShot(true);
    connect(&m_viewPause, &QTimer::timeout, this, &CaptureController::deliverView);
}

CaptureController::~CaptureController()
{
    leave();
    if (m_thread.joinable())
        m_thread.join();
}

void CaptureController::start(CaptureOptions options)
{
    if (m_capture)
        return;
    if (m_thread.joinable())
        m_thread.join();
    m_status = {};
    m_status.target = QString::fromStdString(options.target);
    m_prompter = std::make_shared<DialogPrompter>(m_window);
    const auto note = std::make_shared<UnfinishedNote>(options);
    CaptureObserver observer = makeObserver(note);
    m_capture = std::make_unique<Capture>(std::move(options), m_prompter, std::move(observer));
    m_thread = std::thread([this, capture = m_capture.get(), note] {
        auto outcome = std::make_shared<format::Result<CaptureOutcome>>(capture->run());
        note->settle(*capture, *outcome);
        QMetaObject::invokeMethod(
            this, [this, outcome] { onFinished(*outcome); }, Qt::QueuedConnection);
    });
}

CaptureObserver CaptureController::makeObserver(const std::shared_ptr<UnfinishedNote>& note)
{
    CaptureObserver observer;
    observer.runNamed = [this, note](const std::string& run, const std::filesystem::path& recording) {
        const auto added = note->add(run, recording);
        if (!added.ok())
            QMetaObject::invokeMethod(
                this, [this, text = QString::fromStdString(added.error().text)] { emit message(text); },
                Qt::QueuedConnection);
    };
    observer.progress = [this](const CaptureProgress& progress) {
        QMetaObject::invokeMethod(
            this, [this, progress] { onProgress(progress); }, Qt::QueuedConnection);
    };
    observer.recordingOpened = [this](const std::filesystem::path& path) {
        QMetaObject::invokeMethod(
            this,
            [this, path] {
                m_status.recording = QString::fromStdString(path.string());
                emit recordingOpened(m_status.recording);
            },
            Qt::QueuedConnection);
    };
    observer.view = [this](trace::TraceView view) { onView(std::move(view)); };
    return observer;
}

void CaptureController::stopTraining()
{
    if (m_capture)
        m_capture->stopTraining();
}

void CaptureController::leave()
{
    if (!m_capture)
        return;
    m_prompter->dismiss();
    m_capture->leave();
}

void CaptureController::onProgress(const CaptureProgress& progress)
{
    if (!m_capture)
        return;
    m_status.phase = shownPhase(progress.phase);
    m_status.text = QString::fromStdString(progress.text);
    m_status.run = QString::fromStdString(progress.run);
    m_status.bytes = progress.bytes;
    emit statusChanged(m_status);
}

void CaptureController::onView(trace::TraceView view)
{
    {
        const std::lock_guard lock(m_viewMutex);
        const bool pending = m_latestView.has_value();
        m_latestView = std::move(view);
        if (pending)
            return;
    }
    QMetaObject::invokeMethod(
        this, [this] { scheduleView(); }, Qt::QueuedConnection);
}

void CaptureController::setShown(bool shown)
{
    m_isShown = shown;
    if (shown && m_viewPause.isActive())
        m_viewPause.start(0);
}

void CaptureController::scheduleView()
{
    if (m_isShown)
        deliverView();
    else if (!m_viewPause.isActive())
        m_viewPause.start(kHiddenPauseMs);
}

void CaptureController::deliverView()
{
    m_viewPause.stop();
    std::optional<trace::TraceView> view;
    {
        const std::lock_guard lock(m_viewMutex);
        view = std::exchange(m_latestView, std::nullopt);
    }
    if (view)
        emit viewChanged(*view, m_capture != nullptr);
}

void CaptureController::onFinished(const format::Result<CaptureOutcome>& outcome)
{
    m_thread.join();
    m_capture.reset();
    deliverView();
    m_status.progress = -1;
    if (!outcome.ok()) {
        m_status.phase = ui::CapturePhase::Failed;
        m_status.text = QString::fromStdString(outcome.error().text);
    } else {
        m_status.phase = ui::CapturePhase::Ended;
        m_status.text = outcome->left ? ui::messages::runGoesOn() : QString();
        m_status.run = QString::fromStdString(outcome->run);
        emit viewChanged(outcome->view, false);
        for (const std::string& note : outcome->notes)
            emit noted(QString::fromStdString(note));
    }
    emit statusChanged(m_status);
    emit ended();
}

} // namespace stepscope::app
