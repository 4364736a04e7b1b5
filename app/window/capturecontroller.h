#pragma once

#include "app/capture/capture.h"
#include "ui/capture.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace stepscope::app {

class DialogPrompter;

/// One capture at a time, on threads of its own; what it tells arrives here as signals of the GUI thread.
class CaptureController : public QObject
{
    Q_OBJECT

public:
    explicit CaptureController(QWidget* window);
    ~CaptureController() override;

    void start(CaptureOptions options);
    void stopTraining();
    void leave();
    [[nodiscard]] bool isRunning() const { return m_capture != nullptr; }

signals:
    void statusChanged(const stepscope::ui::CaptureStatus& status);
    void recordingOpened(const QString& path);
    void viewChanged(const stepscope::trace::TraceView& view, bool live);

private:
    void onProgress(const CaptureProgress& progress);
    void onView(trace::TraceView view);
    void deliverView();
    void onFinished(const format::Result<CaptureOutcome>& outcome);
    CaptureObserver makeObserver();

    QWidget* m_window;
    std::shared_ptr<DialogPrompter> m_prompter; ///< one a capture: dismissing it is for good
    std::unique_ptr<Capture> m_capture;
    std::thread m_thread;
    ui::CaptureStatus m_status;

    std::mutex m_viewMutex;
    std::optional<trace::TraceView> m_latestView; ///< guarded; the newest not yet shown: the GUI skips the ones between
};

} // namespace stepscope::app
