#pragma once

#include "ui/capture.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace stepscope::ui {

/// What is known of one device: facts and sources of its probe, and the runs that it keeps.
class DevicePanel : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePanel(QWidget* parent = nullptr);

    void setTarget(const QString& target);
    [[nodiscard]] QString target() const { return m_target; }
    void setFacts(const QString& target, const DeviceFacts& facts);
    void setRuns(const QString& target, const QList<RemoteRun>& runs);
    void setError(const QString& target, const QString& oneLine);

signals:
    void probeRequested(const QString& target);
    void runsRequested(const QString& target);
    void attachRequested(const QString& target, const QString& run);

private:
    /// What a device last said; kept so that going back to it shows it at once.
    struct Known
    {
        DeviceFacts facts;
        QList<RemoteRun> runs;
        QString error;
        bool probed = false;
        bool listed = false;
    };

    void buildLayout();
    void refresh();
    void showFacts(const Known& known);
    void showRuns(const Known& known);
    void attachCurrent();

    QString m_target;
    QHash<QString, Known> m_known;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_probe = nullptr;
    QTreeWidget* m_facts = nullptr;
    QLabel* m_runsTitle = nullptr;
    QPushButton* m_list = nullptr;
    QPushButton* m_attach = nullptr;
    QTreeWidget* m_runs = nullptr;
};

} // namespace stepscope::ui
