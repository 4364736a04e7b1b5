#pragma once

#include "analysis/trace/traceview.h"
#include "ui/fleet/fleetmodel.h"
#include "ui/parts/backgroundjob.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace stepscope::ui {

class JumpTable;

/// All devices that this window records or has recorded, one a row: state, throughput, power, temperature, load.
/// Figures are computed in the worker pool, at most twice a second for a device and only if it has new data; while the
/// page is hidden, only those of runs that end.
class FleetPage : public QWidget
{
    Q_OBJECT

public:
    explicit FleetPage(QWidget* parent = nullptr);
    ~FleetPage() override;

    void setStatus(const CaptureStatus& status);
    /// The latest view of a capture; `live`: more follow.
    void setView(const QString& recording, const trace::TraceView& view, bool live);
    /// The known devices; those without a capture are idle. They are shown as soon as there is a capture, or a run that
    /// an earlier window has left.
    void setDevices(const QStringList& targets);
    /// The devices that still have runs that were left.
    void setLeftRunning(const QStringList& targets);
    /// A device says that a run, which may have been left, has ended.
    void setRunEnded(const QString& target, const QString& run);
    [[nodiscard]] const FleetModel& model() const { return *m_model; }
    [[nodiscard]] JumpTable* table() const { return m_table; }
    /// "3 devices: 2 training, 1 failed; 27.4 W together"
    [[nodiscard]] QString summary() const;

signals:
    void recordingRequested(const QString& recording);
    void deviceRequested(const QString& target); ///< its capture has no recording yet, or it has no capture
    void compareRequested(const QString& recordingA, const QString& recordingB);
    void stopRequested(const QString& target);
    void leaveRequested(const QString& target);
    void profileRequested();
    void shown(); ///< the page has become visible: runs that were left may have ended

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What is known of the data of a recording.
    struct Source
    {
        QString target;
        trace::TraceView view;
        bool isLive = false;
        bool isNew = false; ///< no job has taken this view yet
        bool isBusy = false;
    };

    QWidget* buildTable();
    QWidget* buildEmpty();
    QPushButton* addAction(const QString& text, const QString& tip, const char* name, void (FleetPage::*run)());
    void startJobs();
    void startJob(const QString& recording, Source& source);
    void takeFigures(const QString& recording, const DeviceFigures& figures);
    void showRows();
    void updateActions();
    void layColumns();
    void open(const QModelIndex& index);
    void openCurrent();
    void compareChosen();
    void stopChosen();
    void leaveChosen();
    [[nodiscard]] QList<FleetRow> chosen() const;

    FleetModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QStackedWidget* m_views = nullptr;
    QLabel* m_summary = nullptr;
    QPushButton* m_timeline = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_leave = nullptr;
    QStringList m_known;
    QHash<QString, Source> m_sources; ///< by recording
    QTimer m_refresh;
    BackgroundJob m_jobs;
};

} // namespace stepscope::ui
