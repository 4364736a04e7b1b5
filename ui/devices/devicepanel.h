#pragma once

#include "ui/parts/capture.h"

#include <QHash>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace stepscope::ui {

class FittedColumns;
class MessageLine;

/// Shows one device: the facts and sources of its last probe, and the runs stored on it.
class DevicePanel : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePanel(QWidget* parent = nullptr);

    void setTarget(const QString& target);
    [[nodiscard]] QString target() const { return m_target; }
    /// The line above the facts: the last error, or what to do; empty when there is neither.
    [[nodiscard]] QString note() const;
    void setFacts(const QString& target, const DeviceFacts& facts);
    void setRuns(const QString& target, const QList<RemoteRun>& runs);
    void setError(const QString& target, const QString& oneLine);
    /// The answer to cleaningRequested(): opens the dialog that asks the user.
    void setCleaningPlan(const QString& target, const CleaningPlan& plan);

signals:
    void probeRequested(const QString& target);
    void runsRequested(const QString& target);
    void attachRequested(const QString& target, const QString& run);
    void selfTestRequested(const QString& target);
    void cleaningRequested(const QString& target); ///< answer with setCleaningPlan()
    /// The user has confirmed. `all`: also the runs whose recordings exist on the target only.
    void cleaningConfirmed(const QString& target, bool all);

private:
    /// Last answers of a device, shown again when the user returns to it.
    struct DeviceState
    {
        DeviceFacts facts;
        QList<RemoteRun> runs;
        QString error;
        bool probed = false;
        bool listed = false;
    };

    void buildLayout();
    void refresh();
    void showFacts(const DeviceState& state);
    void showAdvice(const DeviceState& state);
    void showRuns(const DeviceState& state);
    void attachCurrent();

    QString m_target;
    QHash<QString, DeviceState> m_states;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_probe = nullptr;
    MessageLine* m_advice = nullptr;
    QTreeWidget* m_facts = nullptr;
    FittedColumns* m_factColumns = nullptr;
    QLabel* m_runsTitle = nullptr;
    QPushButton* m_list = nullptr;
    QPushButton* m_clean = nullptr;
    QPushButton* m_attach = nullptr;
    QTreeWidget* m_runs = nullptr;
    FittedColumns* m_runColumns = nullptr;
};

} // namespace stepscope::ui

class QLabel;
class QPushButton;

namespace stepscope::ui {

class BusyStrip;
class CaptureForm;
class DevicePanel;

/// The page that starts captures: the capture form, the progress of a capture, and the chosen device.
class DevicePage : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePage(QWidget* parent = nullptr);

    [[nodiscard]] CaptureForm* form() const { return m_form; }
    [[nodiscard]] DevicePanel* device() const { return m_device; }
    void setStatus(const CaptureStatus& status);
    void setTarget(const QString& target);

signals:
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    void cancelRequested();
    void showLiveRequested();
    void targetChosen(const QString& target);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeColumns();

    QBoxLayout* m_columns = nullptr; ///< the form and the device
    CaptureForm* m_form = nullptr;
    DevicePanel* m_device = nullptr;
    BusyStrip* m_progress = nullptr;
    QPushButton* m_showLive = nullptr;
};

} // namespace stepscope::ui
