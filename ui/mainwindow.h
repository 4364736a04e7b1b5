#pragma once

#include "analysis/trace/traceview.h"
#include "ui/capture.h"
#include "ui/comparedside.h"
#include "widgets/bookmark.h"
#include "widgets/figure.h"

#include <QMainWindow>
#include <QStringList>

#include <optional>

class QStackedWidget;

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

class Banner;
class BusyStrip;
class ComparePage;
class DevicePage;
class RecordingPage;
class Sidebar;
class StatusLine;
class WindowActions;

/// The window people meet. Passive: what happened comes in by slots, what a person wants goes out by signals; it knows
/// neither files nor network. It only assembles: every panel is a class of its own.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] widgets::TimelineWidget* timeline() const;
    /// What is shown now.
    [[nodiscard]] const trace::TraceView& view() const;
    [[nodiscard]] const CaptureStatus& captureStatus() const { return m_status; }

public slots:
    /// How the capture goes. Ended and Failed re-enable Profile; Failed shows its text in the banner as well.
    void setCaptureStatus(const stepscope::ui::CaptureStatus& status);
    /// Shows a trace. The first view of a recording (see setRecordingPath) turns to the recording page; further ones
    /// only refresh it. `live`: more will come: follow the end, keep the clock going.
    void setView(const stepscope::trace::TraceView& view, bool live);
    /// A new recording begins here: call it before its first view. Remembers the file and forgets what was shown.
    void setRecordingPath(const QString& path);
    /// Those of the recording that is shown, from where they are kept.
    void setBookmarks(const stepscope::widgets::Bookmarks& bookmarks);
    /// Back to the devices: nothing is shown.
    void closeRecording();

    /// Another recording, to compare with the one that is shown. `cost` = what holding both takes, in words.
    void setComparison(const stepscope::trace::TraceView& view, const QString& path, const QString& cost);

    void setDeviceFacts(const QString& target, const stepscope::ui::DeviceFacts& facts);
    /// A probe or list of runs that did not work: shown beside the device, not in the banner.
    void setDeviceError(const QString& target, const QString& oneLine);
    void setRuns(const QString& target, const QList<stepscope::ui::RemoteRun>& runs);

    /// Anything longer than a second that is not a capture (opening, exporting): a strip with the text, a bar (0..1; -1
    /// = not known) and Cancel, which emits busyCancelRequested().
    void setBusy(const QString& text, double progress);
    void clearBusy();

    void showError(const QString& oneLine);
    void showMessage(const QString& oneLine);

    /// Fills the capture form, e.g. from the command line.
    void setCaptureRequest(const stepscope::ui::CaptureRequest& request);
    void showDevicePage();
    void showRecordingPage();
    /// Asks for a figure of the timeline as it is seen now; .png, .svg or .pdf.
    void exportAsSeen(const QString& path);
    /// Opens the dialog for figures on paper.
    void askForPaper();

signals:
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    void stopRequested();       ///< end the training, keep what was recorded
    void cancelRequested();     ///< give up while connecting, deploying, starting or reconnecting
    void disconnectRequested(); ///< leave it running, stop watching
    void busyCancelRequested(); ///< of what setBusy() shows
    void openRequested(const QString& path);
    void compareRequested(const QString& path); ///< with what is shown: see setComparison
    void attachRequested(const QString& target, const QString& run);
    void runsRequested(const QString& target);
    void probeRequested(const QString& target);
    void exportFigureRequested(const stepscope::widgets::FigureOptions& options);
    void exportCsvRequested(const QString& directory);
    void bookmarksChanged(const stepscope::widgets::Bookmarks& bookmarks); ///< by a person: to be kept
    void closeRequested(); ///< the window is closing; a running capture goes on without it

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildPages();
    void connectDevices();
    void connectRecording();
    void connectComparison();
    void connectActions();
    void connectFileActions();
    void connectTimelineActions();
    void connectViewActions();
    void applyTheme();
    void updateChrome();
    void chooseRecording();
    void chooseComparison();
    void chooseSkippedSteps();
    void keepAsA();
    void compareWithA();
    void compare(const ComparedSide& a, const ComparedSide& b, const QString& cost);
    /// The selection, else the whole run without its first steps.
    [[nodiscard]] ComparedSide chosenSide() const;
    [[nodiscard]] ComparedSide sideOf(trace::TimeRange range) const;
    [[nodiscard]] ComparedSide wholeSide(const trace::TraceView& view, const QString& path) const;
    void chooseFigure();
    void chooseCsvFolder();

    CaptureStatus m_status;
    QString m_recordingPath;
    bool m_live = false;
    bool m_hasView = false;
    std::optional<ComparedSide> m_kept; ///< as A

    WindowActions* m_actions = nullptr;
    Banner* m_banner = nullptr;
    BusyStrip* m_busy = nullptr;
    Sidebar* m_sidebar = nullptr;
    QStackedWidget* m_pages = nullptr;
    DevicePage* m_devicePage = nullptr;
    RecordingPage* m_recordingPage = nullptr;
    ComparePage* m_comparePage = nullptr;
    StatusLine* m_statusLine = nullptr;
};

} // namespace stepscope::ui
