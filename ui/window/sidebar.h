#pragma once

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

/// Left panel: the stored devices and the recent recordings.
class Sidebar : public QWidget
{
    Q_OBJECT

public:
    explicit Sidebar(QWidget* parent = nullptr);

    /// Reads the settings again.
    void refresh();
    /// Marks the current device and recording; either may be empty.
    void setCurrent(const QString& target, const QString& recording, bool live);

signals:
    void deviceChosen(const QString& target);
    void recordingChosen(const QString& path);
    void openRequested(); ///< a recording that is not in the list
    void devicesChanged();

private:
    void fill(QTreeWidgetItem* group, const QStringList& values, bool recordings);
    void activate(QTreeWidgetItem* item);
    void showMenu(const QPoint& at);
    void forget(QTreeWidgetItem* item);

    QTreeWidget* m_tree = nullptr;
    QTreeWidgetItem* m_devices = nullptr;
    QTreeWidgetItem* m_recordings = nullptr;
    QString m_currentTarget;
    QString m_currentRecording;
    bool m_live = false;
};

} // namespace stepscope::ui
