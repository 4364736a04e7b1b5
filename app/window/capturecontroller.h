#pragma once

#include "app/capture/capture.h"
#include "app/capture/unfinishednote.h"
#include "ui/parts/capture.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace stepscope::app {

class DialogPrompter;

/// Runs one capture at a time on separate threads and emits its progress as signals on the GUI thread. `Captures` has
/// one for each device.
class CaptureController : public QObject
{
    Q_OBJECT

public:
    explicit CaptureController(QWidget* window);
    ~CaptureController() override;

    void start(CaptureOptions options);
    void stopTraining();
    void leave();
    /// Whether the timeline shows the capture: it gets every view. Else four views a second are emitted.
    void setShown(bool shown);
    [[nodiscard]] bool isRunning() const { return m_capture != nullptr; }
    [[nodiscard]] const ui::CaptureStatus& status() const { return m_status; }

signals:
    void statusChanged(const stepscope::ui::CaptureStatus& status);
    void recordingOpened(const QString& path);
    void viewChanged(const stepscope::trace::TraceView& view, bool live);
    void ended(); ///< the list of unfinished captures is up to date
    void message(const QString& oneLine);
    void noted(const QString& oneLine); ///< what became of the kernels of a GPU profiler

private:
    void onProgress(const CaptureProgress& progress);
    void onView(trace::TraceView view);
    void scheduleView();
    void deliverView();
    void onFinished(const format::Result<CaptureOutcome>& outcome);
    CaptureObserver makeObserver(const std::shared_ptr<UnfinishedNote>& note);

    QWidget* m_window;
    std::shared_ptr<DialogPrompter> m_prompter; ///< one per capture, since dismiss() cannot be undone
    std::unique_ptr<Capture> m_capture;
    std::thread m_thread;
    ui::CaptureStatus m_status;

    bool m_isShown = false;
    QTimer m_viewPause; ///< runs while a view waits that the timeline does not show
    std::mutex m_viewMutex;
    std::optional<trace::TraceView> m_latestView; ///< guarded; replaced by newer views until the GUI thread takes it
};

} // namespace stepscope::app
