#pragma once

#include "ui/settings.h"

#include <QObject>

class QAction;
class QActionGroup;
class QLabel;
class QLineEdit;
class QMainWindow;
class QMenu;
class QToolBar;

namespace stepscope::ui {

/// Every action of the window with its words, icon and keys, and the menus and tool bar made of them. What they do is
/// connected by the window.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow* window);

    QMenu* viewMenu = nullptr;
    QAction* open = nullptr;
    QAction* closeRecording = nullptr;
    QAction* compareRecording = nullptr; ///< with another file
    QAction* keepAsA = nullptr;          ///< the selection, to compare another with it
    QAction* compareWithA = nullptr;
    QAction* exportSeen = nullptr;  ///< a figure of what is seen
    QAction* exportPaper = nullptr; ///< a figure for a paper
    QAction* copyPicture = nullptr;
    QAction* exportCsv = nullptr;
    QAction* quit = nullptr;

    QAction* profile = nullptr;
    QAction* stop = nullptr;
    QAction* leave = nullptr;
    QAction* cancel = nullptr;
    QAction* devices = nullptr;

    QAction* fitAll = nullptr;
    QAction* zoomStep = nullptr;
    QAction* nextStep = nullptr;
    QAction* previousStep = nullptr;
    QAction* zoomSelection = nullptr;
    QAction* back = nullptr;
    QAction* forward = nullptr;
    QAction* follow = nullptr;
    QAction* findOp = nullptr;
    QAction* nextInstance = nullptr;
    QAction* previousInstance = nullptr;
    QAction* bookmark = nullptr;
    QAction* goToStep = nullptr;
    QAction* timeline = nullptr; ///< puts the keyboard there

    QAction* showSidebar = nullptr;
    QAction* showInspector = nullptr;
    QAction* showTables = nullptr;
    QList<QAction*> tabs;     ///< in the order of the tabs
    QAction* glide = nullptr; ///< movements are shown
    QAction* skippedSteps = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;

    /// What stands at the left of the tool bar.
    void setTitle(const QString& title);
    /// All that act on a recording.
    void setRecordingEnabled(bool enabled);
    void setThemeChoice(ThemeChoice choice);
    /// Key and meaning of all, and of the timeline's gestures, for the list of shortcuts.
    [[nodiscard]] QList<QPair<QString, QString>> shortcutList() const;

signals:
    void themeChosen(stepscope::ui::ThemeChoice choice);
    void stepEntered(quint64 number); ///< into the field of the tool bar

private:
    QAction* add(const QString& text, const QList<QKeySequence>& keys, const QString& tip);
    void createFileActions();
    void createCaptureActions();
    void createTimelineActions();
    void createWindowActions();
    void buildMenus();
    void buildToolBar();
    void addThemeMenu(QMenu* menu);
    void addStepField(QToolBar* bar);

    QMainWindow* m_window;
    QActionGroup* m_themes = nullptr;
    QLabel* m_title = nullptr;
    QLineEdit* m_stepField = nullptr;
};

} // namespace stepscope::ui
