#include "ui/window/recordingactions.h"

#include "analysis/trace/traceview.h"
#include "remote/format/version.h"
#include "ui/comparison/comparepage.h"
#include "ui/parts/settings.h"
#include "ui/recording/edithistory.h"
#include "ui/recording/inspector.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "ui/recording/rowsmenu.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

namespace stepscope::ui {

void connectTimelineActions(WindowActions* actions, RecordingPage* page)
{
    const auto on = [page](const QAction* action, auto slot) {
        QObject::connect(action, &QAction::triggered, page, slot);
    };
    widgets::TimeAxis* axis = page->timeline()->axis();
    on(actions->fitAll, [axis] { axis->showAll(); });
    on(actions->back, [axis] { axis->back(); });
    on(actions->forward, [axis] { axis->forward(); });
    on(actions->follow, [axis](bool checked) { axis->setFollowing(checked); });
    on(actions->zoomStep, [page] { page->zoomToStepInView(); });
    on(actions->nextStep, [page] { page->zoomToNextStep(true); });
    on(actions->previousStep, [page] { page->zoomToNextStep(false); });
    on(actions->zoomSelection, [page] { page->zoomToSelection(); });
    on(actions->findOp, [page] { page->findOp(); });
    on(actions->nextInstance, [page] { page->goToInstance(true); });
    on(actions->previousInstance, [page] { page->goToInstance(false); });
    on(actions->bookmark, [page] { page->navigator()->addBookmark(); });
    actions->setUndoStack(page->navigator()->history()->stack());
    QObject::connect(actions, &WindowActions::stepEntered, page->navigator(), &Navigator::zoomToStepNumber);
    on(actions->timeline, [page] { page->timeline()->setFocus(Qt::ShortcutFocusReason); });
}

void connectPaneActions(WindowActions* actions, RecordingPage* page, ComparePage* comparison)
{
    const widgets::TimelineWidget* timeline = page->timeline();
    QObject::connect(actions->showInspector, &QAction::toggled, page->inspector(), &QWidget::setVisible);
    QObject::connect(actions->showTables, &QAction::toggled, page->tables(), &QWidget::setVisible);
    for (int i = 0; i < actions->tabs.size(); ++i)
        QObject::connect(actions->tabs[i], &QAction::triggered, page, [actions, page, i] {
            actions->showTables->setChecked(true);
            page->showTab(static_cast<RecordingPage::Tab>(i));
        });
    actions->viewMenu->addSeparator();
    auto* rows = new RowsMenu(page->timeline(), actions->viewMenu);
    rows->follow(comparison->timelineA());
    rows->follow(comparison->timelineB());
    actions->viewMenu->addMenu(rows);
    QObject::connect(actions->animate, &QAction::toggled, timeline->axis(), [axis = timeline->axis()](bool isOn) {
        axis->setAnimationTime(isOn ? widgets::kViewAnimationMs : 0);
    });
    // Stored only when the user toggles it; until then the setting of the desktop applies.
    QObject::connect(actions->animate, &QAction::triggered, page,
                     [actions] { settings::setShowsMovements(actions->animate->isChecked()); });
}

void connectExportActions(WindowActions* actions, FigureExport* figures, widgets::TimelineWidget* timeline)
{
    const auto on = [figures](const QAction* action, auto slot) {
        QObject::connect(action, &QAction::triggered, figures, slot);
    };
    on(actions->exportPaper, [figures] { figures->openPaperDialog(); });
    on(actions->copyPicture, [timeline] { timeline->copyPicture(); });
    on(actions->exportCsv, [figures] { figures->chooseCsvFolder(); });
    for (qsizetype i = 0; i < actions->exportFiles.size(); ++i)
        on(actions->exportFiles[i], [figures, i] { figures->chooseFile(i); });
}

QString recordingTitle(const QString& path, const trace::TraceView& view, bool isLive)
{
    QString title = QFileInfo(path).completeBaseName();
    if (view.hasHeader() && view.header().isVirtual)
        title += WindowActions::tr("  (virtual board)");
    return isLive ? title + WindowActions::tr("  live") : title;
}

void chooseSkippedSteps(RecordingPage* page, QWidget* dialogParent)
{
    constexpr int kMost = 1'000'000;
    bool chosen = false;
    const int steps =
        QInputDialog::getInt(dialogParent, WindowActions::tr("First steps left out"),
                             WindowActions::tr("Number of first steps excluded from the figures of a whole run:"),
                             static_cast<int>(settings::skippedSteps()), 0, kMost, 1, &chosen);
    if (!chosen)
        return;
    settings::setSkippedSteps(static_cast<std::size_t>(steps));
    page->setSkippedSteps(static_cast<std::size_t>(steps));
}

QString aboutText()
{
    return WindowActions::tr("Stepscope %1, a profiler for the time, power and memory of training steps. Free software "
                             "under the GPL, version 3 or later.")
        .arg(QString::fromLatin1(format::version()));
}

} // namespace stepscope::ui
