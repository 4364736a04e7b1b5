#pragma once

#include "ui/parts/capture.h"

#include <QHash>
#include <QWidget>

class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

class SelectionStrip;

/// Left panel: the stored devices, the recent recordings and the recent studies.
class Sidebar : public QWidget
{
    Q_OBJECT

public:
    explicit Sidebar(QWidget* parent = nullptr);

    /// What can be done with the recordings that are selected.
    [[nodiscard]] SelectionStrip* selection() const { return m_selection; }
    /// Reads the settings again.
    void refresh();
    /// Marks the current device, recording and study; each may be empty.
    void setCurrent(const QString& target, const QString& recording, bool live, const QString& study);

    /// The captures of the window: devices and recordings in the list have the mark of their state.
    void setCaptures(const QList<CaptureStatus>& captures);

signals:
    void deviceChosen(const QString& target);
    void recordingChosen(const QString& path);
    void studyChosen(const QString& folder);
    void compareRequested(const QString& path); ///< with the recording on display
    /// Rename the file of a recording.
    void renameRequested(const QString& from, const QString& to);
    void openRequested(); ///< files that are not in the list
    void devicesChanged();

private:
    enum class Kind { Device, Recording, Study };

    [[nodiscard]] static Kind kindOf(const QTreeWidgetItem* item);
    void fill(QTreeWidgetItem* group, const QStringList& values, Kind kind);
    void choose(Kind kind, const QString& value);
    void mark(QTreeWidgetItem* item) const;
    static void forgetValue(Kind kind, const QString& value);
    void activate(QTreeWidgetItem* item);
    void showMenu(const QPoint& at);
    void forget(QTreeWidgetItem* item);
    void addRecordingActions(QMenu* menu, const QString& path);
    void askName(const QString& path);
    void renameCurrent();

    void select(const QStringList& values);
    [[nodiscard]] QStringList selected() const;

    QTreeWidget* m_tree = nullptr;
    SelectionStrip* m_selection = nullptr;
    QTreeWidgetItem* m_devices = nullptr;
    QTreeWidgetItem* m_recordings = nullptr;
    QTreeWidgetItem* m_studies = nullptr;
    QString m_currentTarget;
    QString m_currentRecording;
    QString m_currentStudy;
    bool m_live = false;
    QHash<QString, CaptureStatus> m_captures; ///< by target, and by recording
};

} // namespace stepscope::ui
