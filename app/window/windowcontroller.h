#pragma once

#include "app/window/bookmarkfile.h"
#include "app/window/captures.h"
#include "app/window/fileimport.h"
#include "app/window/recovery.h"
#include "app/window/selectedrecordings.h"
#include "app/window/startsupport.h"
#include "app/window/studyfiles.h"
#include "app/window/sweepcontroller.h"
#include "ui/parts/backgroundjob.h"
#include "ui/window/mainwindow.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

namespace stepscope::app {

/// Handles the signals of the window: opens files, runs captures, queries targets, exports.
class WindowController : public QObject
{
    Q_OBJECT

public:
    /// `ssh`: of all connections; the defaults are those of OpenSSH.
    explicit WindowController(link::SshOptions ssh = {});
    ~WindowController() override;

    [[nodiscard]] ui::MainWindow& window() { return m_window; }
    /// A recording, a study (its folder), or a file of another program, which is imported.
    void open(const QString& path);
    void openRecording(const QString& path);

signals:
    void recordingOpened(const QString& path); ///< the whole file is on display
    void openingFailed(const QString& path);
    /// A recording that gets a window of its process, because this one shows another.
    void windowRequested(const QString& path);

private:
    void rename(const QString& from, const QString& to);
    void openComparison(const QString& path);
    [[nodiscard]] bool mayRecord(const QString& target);
    [[nodiscard]] bool isLeftRunning(const QString& target);
    void connectWindow();
    void connectCapture();
    void connectBookmarks();
    void connectSweep();
    void connectRecovery();
    void connectImport();
    void connectSelection();
    void showMoved(const QString& path, const trace::TraceView& view, std::int64_t shiftNs);
    void profile(const ui::CaptureRequest& request);
    void attach(const QString& target, const QString& run);
    void continueCapture(const UnfinishedCapture& capture);
    void askRuns(const QString& target);
    void probe(const QString& target);
    void selfTest(const QString& target);
    void planCleaning(const QString& target);
    void clean(const QString& target, bool all);
    void exportFigure(const widgets::FigureOptions& options);
    void exportCsv(const QString& directory);
    void exportFile(qsizetype index, const QString& path);
    /// The progress callback of a job that the window shows as busy.
    std::function<void(double)> showProgress(const QString& text);
    void dropOpening();
    /// `begun`: the window already has the path of the recording.
    void showPart(const QString& path, const trace::TraceView& view, bool& begun, bool cancelled);

    ui::MainWindow m_window;
    Captures m_captures;
    BookmarkKeeper m_bookmarks;
    StudyFiles m_studies;
    SelectedRecordings m_selected;
    FileImport m_imports;
    SweepController m_sweep;
    link::SshOptions m_ssh; ///< holds the secrets, so that each is asked once per window
    Recovery m_recovery;
    StartSupport m_start;
    std::shared_ptr<DialogPrompter> m_prompter; ///< for connections outside a capture
    ui::JobPointer m_busy;                      ///< the job that the window shows as busy
    int m_openings = 0;
    ui::JobPointer m_opening;  ///< the job that opens the latest recording
    ui::JobPointer m_selfTest; ///< the running self-test
    ui::BackgroundJob m_jobs;
};

/// Opens the window, with a recording or a study if `file` is not empty, and runs until it is closed. Returns the exit
/// status. Prints one line and fails if there is no display.
/// Without a file it restores the last session, unless `isFresh` or the settings say otherwise.
int runWindow(int& argc, char** argv, const std::string& file, bool isFresh);

} // namespace stepscope::app
