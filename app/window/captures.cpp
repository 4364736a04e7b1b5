#include "app/window/captures.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stepscope::app {
namespace {

QString absolute(const QString& path)
{
    return QFileInfo(path).absoluteFilePath();
}

} // namespace

Captures::Captures(QWidget* window)
    : m_window(window)
{}

Captures::~Captures()
{
    leaveAll(); // so that none waits for another
}

bool Captures::start(CaptureOptions options)
{
    const QString target = QString::fromStdString(options.target);
    if (isRunning(target))
        return false;
    CaptureController* capture = added(target);
    if (m_shown && m_shown->isRunning())
        m_pending = capture;
    else
        setShown(capture);
    capture->start(std::move(options));
    return true;
}

/// The controller of a device. That of an ended capture is replaced, so that its recording can stay on the page.
CaptureController* Captures::added(const QString& target)
{
    std::erase_if(m_entries, [&target](const Entry& entry) { return entry.target == target; });
    m_entries.push_back({target, std::make_unique<CaptureController>(m_window), {}});
    CaptureController* capture = m_entries.back().controller.get();
    connectCapture(capture);
    return capture;
}

void Captures::connectCapture(CaptureController* capture)
{
    connect(capture, &CaptureController::statusChanged, this,
            [this, capture](const ui::CaptureStatus& status) { takeStatus(capture, status); });
    connect(capture, &CaptureController::viewChanged, this,
            [this, capture](const trace::TraceView& view, bool live) { takeView(capture, view, live); });
    connect(capture, &CaptureController::recordingOpened, this,
            [this, capture](const QString& recording) { takeRecording(capture, recording); });
    connect(capture, &CaptureController::ended, this, &Captures::ended);
    connect(capture, &CaptureController::message, this, &Captures::message);
    connect(capture, &CaptureController::noted, this, &Captures::noted);
}

void Captures::takeStatus(CaptureController* capture, const ui::CaptureStatus& status)
{
    emit statusChanged(status);
    if (capture == m_shown)
        return emit shownStatusChanged(status);
    if (status.phase == ui::CapturePhase::Failed && !status.text.isEmpty())
        emit message(status.text.contains(status.target) ? status.text
                                                         : status.target + QStringLiteral(": ") + status.text);
}

void Captures::takeView(CaptureController* capture, const trace::TraceView& view, bool live)
{
    // The view of an ended capture would keep its recording in memory.
    if (Entry* entry = entryOf(capture))
        entry->view = live ? std::optional(view) : std::nullopt;
    emit viewChanged(capture->status().recording, view, live);
    if (capture == m_shown)
        emit shownViewChanged(view, live);
}

void Captures::takeRecording(CaptureController* capture, const QString& recording)
{
    emit recordingOpened(recording);
    emit statusChanged(capture->status());
    if (capture == m_pending)
        setShown(std::exchange(m_pending, nullptr));
    if (capture != m_shown)
        return;
    emit shownRecordingChanged(recording);
    emit shownStatusChanged(capture->status());
}

void Captures::stopTraining(const QString& target)
{
    if (CaptureController* capture = of(target))
        capture->stopTraining();
}

void Captures::leave(const QString& target)
{
    if (CaptureController* capture = of(target))
        capture->leave();
}

void Captures::leaveAll()
{
    for (const Entry& entry : m_entries)
        entry.controller->leave();
}

bool Captures::isRunning() const
{
    return !runningTargets().isEmpty();
}

bool Captures::isRunning(const QString& target) const
{
    return runningTargets().contains(target);
}

QStringList Captures::runningTargets() const
{
    QStringList targets;
    for (const Entry& entry : m_entries) {
        if (entry.controller->isRunning())
            targets.append(entry.target);
    }
    return targets;
}

std::optional<trace::TraceView> Captures::viewOf(const QString& recording) const
{
    for (const Entry& entry : m_entries) {
        const QString& file = entry.controller->status().recording;
        if (entry.controller->isRunning() && !file.isEmpty() && absolute(file) == absolute(recording))
            return entry.view.value_or(trace::TraceView());
    }
    return std::nullopt;
}

bool Captures::show(const QString& recording)
{
    const std::optional<trace::TraceView> view = viewOf(recording);
    if (!view)
        return false;
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&recording](const Entry& entry) {
        return entry.controller->isRunning() && absolute(entry.controller->status().recording) == absolute(recording);
    });
    m_pending = nullptr;
    setShown(found->controller.get());
    emit shownRecordingChanged(m_shown->status().recording);
    emit shownStatusChanged(m_shown->status());
    emit shownViewChanged(*view, true);
    return true;
}

void Captures::keepShown(bool hasRecording)
{
    m_pending = nullptr;
    if (hasRecording && m_shown && m_shown->isRunning() && m_shown->status().recording.isEmpty())
        hide();
}

void Captures::hide()
{
    m_pending = nullptr;
    if (!m_shown)
        return;
    setShown(nullptr);
    emit shownStatusChanged({});
}

void Captures::setShown(CaptureController* capture)
{
    if (m_shown)
        m_shown->setShown(false);
    m_shown = capture;
    if (m_shown)
        m_shown->setShown(true);
}

Captures::Entry* Captures::entryOf(const CaptureController* capture)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [capture](const Entry& entry) { return entry.controller.get() == capture; });
    return found == m_entries.end() ? nullptr : &*found;
}

CaptureController* Captures::of(const QString& target) const
{
    if (target.isEmpty())
        return m_shown;
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&target](const Entry& entry) { return entry.target == target; });
    return found == m_entries.end() ? nullptr : found->controller.get();
}

} // namespace stepscope::app
