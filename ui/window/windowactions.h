#pragma once

#include "ui/parts/settings.h"
#include "widgets/figures/figure.h"

#include <QDialog>
#include <QList>
#include <QObject>
#include <QPair>
#include <QString>

class QAction;
class QActionGroup;
class QLabel;
class QLineEdit;
class QMainWindow;
class QMenu;
class QToolBar;
class QUndoStack;

namespace stepscope::ui {

/// All actions of the window with text, icon and keys, and the menus and tool bar that contain them. MainWindow
/// connects the actions.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow* window);

    /// The choices of the menu Theme.
    [[nodiscard]] QList<QAction*> themes() const;

    QMenu* viewMenu = nullptr;
    QAction* open = nullptr;
    QAction* openStudy = nullptr;
    QAction* closeRecording = nullptr;   ///< or the study on display
    QAction* compareRecording = nullptr; ///< with another file
    QAction* keepAsA = nullptr;          ///< the selection becomes side A of the next comparison
    QAction* compareWithA = nullptr;
    QAction* exportView = nullptr;  ///< a figure of the visible part
    QAction* exportPaper = nullptr; ///< a figure of a given size in mm
    QAction* copyPicture = nullptr;
    QAction* exportCsv = nullptr;
    QList<QAction*> exportFiles; ///< one for each of analysis::exporters(), in their order
    QAction* quit = nullptr;
    QAction* undo = nullptr;
    QAction* redo = nullptr;

    QAction* profile = nullptr;
    QAction* stop = nullptr;
    QAction* leave = nullptr;
    QAction* cancel = nullptr;
    QAction* start = nullptr;
    QAction* devices = nullptr;
    QAction* fleet = nullptr; ///< shows all devices that are recorded
    QAction* sweep = nullptr;
    QAction* study = nullptr; ///< shows the study that is open

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
    QAction* palette = nullptr;
    QAction* timeline = nullptr; ///< moves the keyboard focus to the timeline

    QAction* showSidebar = nullptr;
    QAction* showInspector = nullptr;
    QAction* showTables = nullptr;
    QList<QAction*> tabs;       ///< in the order of the tabs
    QAction* animate = nullptr; ///< animated view changes
    QAction* skippedSteps = nullptr;
    QAction* restoreSession = nullptr;
    QAction* guide = nullptr;
    QAction* tour = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;

    /// Connects undo and redo, whose texts name the change.
    void setUndoStack(QUndoStack* stack);
    /// The text at the left of the tool bar.
    void setTitle(const QString& title);
    /// Enables or disables all actions that need a recording.
    void setRecordingEnabled(bool enabled);
    /// Enables what is possible with a capture in this phase. `mayProfileOther`: another capture can be started.
    void setCapturePhase(CapturePhase phase, bool mayProfileOther);
    /// Enables what the study page supports; after setRecordingEnabled().
    void setStudyEnabled(bool onPage);
    void setThemeChoice(ThemeChoice choice);
    /// Keys and description of every action, then the gestures of the timeline.
    [[nodiscard]] QList<QPair<QString, QString>> shortcutList() const;

signals:
    void themeChosen(stepscope::ui::ThemeChoice choice);
    void stepEntered(quint64 number); ///< in the step field of the tool bar

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

class RecordingPage;

/// The dialogs that export the recording page as figures and tables. It writes no file: the signals carry the options.
class FigureExport : public QObject
{
    Q_OBJECT

public:
    /// Dialogs are children of `parent`.
    FigureExport(RecordingPage* recording, QWidget* parent);

    /// The file of the shown recording; proposed file names are derived from it.

    /// Asks for a path, then exportVisible().
    void chooseFigure();
    /// The visible part of the timeline as .png, .svg or .pdf.
    void exportVisible(const QString& path);
    /// The dialog for figures of a given size in mm.
    void openPaperDialog();
    void chooseCsvFolder();
    /// `exporter`: index in analysis::exporters().
    void chooseFile(qsizetype exporter);

signals:
    void exportFigureRequested(const stepscope::widgets::FigureOptions& options);
    void exportCsvRequested(const QString& directory);
    void exportFileRequested(qsizetype exporter, const QString& path);

private:
    RecordingPage* m_recording;
    QWidget* m_dialogParent;
};

} // namespace stepscope::ui
