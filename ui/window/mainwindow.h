#pragma once

#include "analysis/study/studyobservations.h"
#include "analysis/trace/traceview.h"
#include "ui/parts/capture.h"
#include "ui/study/studycontent.h"
#include "widgets/figures/figure.h"
#include "widgets/marks/bookmark.h"

#include <QMainWindow>

#include <utility>

class QStackedWidget;

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

class MessageLine;
class BusyStrip;
class ComparePage;
class ComparisonController;
class DevicePage;
class FigureExport;
class HelpController;
class FleetController;
class FleetPage;
class ImportController;
class PaneLayout;
class RecordingPage;
class SelectionStrip;
class Sidebar;
class StartController;
class StartPage;
class StatusLine;
class StudyController;
class StudyPage;
class WindowActions;

/// The main window: pages, side bar, banner, status line and actions. It is passive: slots set what it shows, signals
/// carry the requests of the user. It accesses neither recordings on disk nor the network.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page { Start, Devices, Recording, Comparison, Study, Fleet };

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] widgets::TimelineWidget* timeline() const;
    /// The trace on the recording page.
    [[nodiscard]] const trace::TraceView& view() const;
    /// Of the recording on the recording page; empty = none.
    [[nodiscard]] const QString& recordingPath() const { return m_recordingPath; }
    [[nodiscard]] Page page() const;
    /// A stored number of a page. Ignores a page that has nothing to show.
    void showPage(int page);
    [[nodiscard]] FigureExport* figureExport() const { return m_figureExport; }
    [[nodiscard]] ImportController* imports() const { return m_imports; }
    [[nodiscard]] StartPage* startPage() const { return m_startPage; }
    [[nodiscard]] HelpController* help() const { return m_help; }
    [[nodiscard]] DevicePage* devicePage() const { return m_devicePage; }
    [[nodiscard]] RecordingPage* recordingPage() const { return m_recordingPage; }
    [[nodiscard]] StudyPage* studyPage() const { return m_studyPage; }
    [[nodiscard]] FleetPage* fleetPage() const { return m_fleetPage; }
    [[nodiscard]] SelectionStrip* selection() const { return m_selection; }
    [[nodiscard]] ComparePage* comparePage() const { return m_comparePage; }
    [[nodiscard]] MessageLine* banner() const { return m_banner; }
    /// Of the capture on the recording page.
    [[nodiscard]] const CaptureStatus& captureStatus() const { return m_status; }

public slots:
    /// The capture on the recording page. Ended and Failed enable the action Profile again; Failed also shows its text
    /// in the banner.
    void setCaptureStatus(const stepscope::ui::CaptureStatus& status);
    /// Each capture of the window, for the fleet page, the side bar and the page of its device.
    void setCapture(const stepscope::ui::CaptureStatus& status);
    void setCaptureView(const QString& recording, const stepscope::trace::TraceView& view, bool live);
    /// Shows a trace. The first view after setRecordingPath() opens the recording page; later ones refresh it. After
    /// setCapturedRecording() the first view opens the page only if the user has not left the page on which the capture
    /// was started. `live`: the recording grows, so the timeline follows its end and the status line counts the
    /// elapsed time.
    void setView(const stepscope::trace::TraceView& view, bool live);
    /// Call before the first view of a recording. Clears the recording page and adds the file to the recent ones.
    void setRecordingPath(const QString& path)
    {
        setCapturedRecording(path);
        expectCapture();
    }
    /// As setRecordingPath(), for the file of a capture, which is created seconds after the start.
    void setCapturedRecording(const QString& path);
    /// Call when a capture is started, or a running one chosen: its first view opens the recording page.
    void expectCapture() { m_opensFirstView = true; }
    /// The stored bookmarks of the recording.
    void setBookmarks(const stepscope::widgets::Bookmarks& bookmarks);
    /// A file in the list of recordings has another name now.
    void showRenamed(const QString& from, const QString& to);
    /// Clears the recording page and opens the start page.
    void closeRecording();

    /// Compares the recording on the recording page with another one. `cost` is a text about the memory that both take.
    void setComparison(const stepscope::trace::TraceView& view, const QString& path, const QString& cost);

    /// Compares two recordings, which may be those of running captures.
    void setComparedRecordings(const stepscope::trace::TraceView& viewA, const QString& pathA,
                               const stepscope::trace::TraceView& viewB, const QString& pathB, const QString& cost);

    /// Shows a study on the study page, or refreshes it if the page shows this folder.
    void setStudy(const stepscope::ui::StudyContent& content);
    void closeStudy();
    /// Compares the study on the page (A) with another one.
    void setStudyComparison(const stepscope::ui::StudyComparisonContent& comparison);
    /// The built-in models of all targets but virtual boards.
    void setModels(const QStringList& models);
    /// The models of virtual boards; without any, there are no virtual boards.
    void setBoardModels(const QStringList& models);
    /// The sweep that runs, shown on the page of its study.
    void setSweepStatus(const stepscope::ui::SweepStatus& status);
    void setStudyObservations(const stepscope::analysis::StudyObservations& observations);

    void setDeviceFacts(const QString& target, const stepscope::ui::DeviceFacts& facts);
    /// Why a probe or a list of runs failed. Shown beside the device, not in the banner.
    void setDeviceError(const QString& target, const QString& oneLine);
    void setRuns(const QString& target, const QList<stepscope::ui::RemoteRun>& runs);

    /// Shows a strip with the text, a progress bar (0..1, or -1 if unknown) and Cancel, which emits
    /// busyCancelRequested(). For work longer than a second that is not a capture, such as opening and exporting.
    void setBusy(const QString& text, double progress);
    void clearBusy();

    void showError(const QString& oneLine);
    void showMessage(const QString& oneLine);

    void showStartPage();
    void showDevicePage();
    /// Makes the target a device and shows its page, ready for a command.
    void showDevice(const QString& target);
    void showRecordingPage();
    void showStudyPage();
    void showFleetPage();

signals:
    void pageChanged();
    void pageLeft(); ///< it has changed, but not because a capture or a file has been opened
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    // Of the capture on a device; empty = that on the recording page.
    void stopRequested(const QString& target = {});       ///< ends the training; the recording is kept
    void cancelRequested(const QString& target = {});     ///< ends connecting, deploying, starting or reconnecting
    void disconnectRequested(const QString& target = {}); ///< the run continues without this window
    void recordingClosed();                               ///< the recording page shows nothing
    void busyCancelRequested();                           ///< ends the work that setBusy() shows
    void openRequested(const QString& path);
    void renameRequested(const QString& from, const QString& to);          ///< answer with showRenamed() or an error
    void compareRequested(const QString& path);                            ///< answer with setComparison()
    void compareBothRequested(const QString& pathA, const QString& pathB); ///< answer with setComparedRecordings()
    void studyCompareRequested(const QString& folder);                     ///< answer with setStudyComparison()
    void studyObservationsRequested();                                     ///< answer with setStudyObservations()
    void studyObservationsCancelled();
    void studyExportRequested(const stepscope::ui::StudyExport& request);
    void studyClosed();
    void sweepRequested(const stepscope::ui::SweepRequest& request);
    void sweepContinueRequested(const QString& folder);
    void sweepPauseRequested();
    void sweepStopRequested();
    void attachRequested(const QString& target, const QString& run);
    void runsRequested(const QString& target);
    void probeRequested(const QString& target);
    void selfTestRequested(const QString& target);
    void exportFigureRequested(const stepscope::widgets::FigureOptions& options);
    void exportCsvRequested(const QString& directory);
    /// The user chose the file, and that it may be replaced. `exporter`: index in analysis::exporters().
    void exportFileRequested(qsizetype exporter, const QString& path);
    void bookmarksChanged(const stepscope::widgets::Bookmarks& bookmarks); ///< edited by the user
    void closeRequested(); ///< the window closes; a running capture continues on the target

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildPages();
    void connectDevices();
    void connectFleet();
    [[nodiscard]] CaptureStatus statusHere() const;
    void connectRecording();
    void connectStudy();
    void connectFileActions();
    void connectViewActions();
    void applyTheme();
    /// Another page is shown.
    void notePage()
    {
        m_opensFirstView = std::exchange(m_isOpeningFirstView, false);
        if (!m_opensFirstView)
            emit pageLeft();
    }
    void showOnly(QWidget* page);
    void updateChrome();
    void showOrOpen(const QString& path);
    void showLive();

    CaptureStatus m_status;
    QString m_recordingPath;
    bool m_live = false;
    bool m_hasView = false;
    bool m_opensFirstView = true; ///< until the user shows another page
    bool m_isOpeningFirstView = false;

    WindowActions* m_actions = nullptr;
    PaneLayout* m_panes = nullptr;
    MessageLine* m_banner = nullptr;
    BusyStrip* m_busy = nullptr;
    Sidebar* m_sidebar = nullptr;
    SelectionStrip* m_selection = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_startPage = nullptr;
    StartController* m_start = nullptr;
    DevicePage* m_devicePage = nullptr;
    RecordingPage* m_recordingPage = nullptr;
    ComparePage* m_comparePage = nullptr;
    StudyPage* m_studyPage = nullptr;
    FleetPage* m_fleetPage = nullptr;
    StudyController* m_study = nullptr;
    StatusLine* m_statusLine = nullptr;
    ComparisonController* m_comparison = nullptr;
    FleetController* m_fleet = nullptr;
    FigureExport* m_figureExport = nullptr;
    ImportController* m_imports = nullptr;
    HelpController* m_help = nullptr;
};

} // namespace stepscope::ui
