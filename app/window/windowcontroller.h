#pragma once

#include "app/window/backgroundjobs.h"
#include "app/window/bookmarkkeeper.h"
#include "app/window/capturecontroller.h"
#include "ui/mainwindow.h"

#include <QObject>

namespace stepscope::app {

/// Makes the window do what its signals ask for: opens files, runs captures, asks targets, exports.
class WindowController : public QObject
{
    Q_OBJECT

public:
    WindowController();
    ~WindowController() override;

    [[nodiscard]] ui::MainWindow& window() { return m_window; }
    void openRecording(const QString& path);

private:
    void openComparison(const QString& path);
    void connectWindow();
    void connectCapture();
    void connectBookmarks();
    void profile(const ui::CaptureRequest& request);
    void attach(const QString& target, const QString& run);
    void askRuns(const QString& target);
    void probe(const QString& target);
    void exportFigure(const widgets::FigureOptions& options);
    void exportCsv(const QString& directory);
    void showProgress(const QString& text, double share);
    void dropOpening();
    /// `begun`: the path of the recording was told already.
    void showPart(const QString& path, const trace::TraceView& view, bool& begun, bool cancelled);

    ui::MainWindow m_window;
    CaptureController m_capture;
    BookmarkKeeper m_bookmarks;
    link::SshOptions m_ssh;                     ///< with the secrets given so far: a person is asked once a window
    std::shared_ptr<DialogPrompter> m_prompter; ///< of questions to targets outside a capture
    BackgroundJobs::CancelFlag m_busy;          ///< of the job that the window shows as busy
    int m_openings = 0;
    BackgroundJobs::CancelFlag m_opening; ///< of the latest recording that was opened
    BackgroundJobs m_jobs;                ///< last: its jobs end before anything they use goes
};

} // namespace stepscope::app
