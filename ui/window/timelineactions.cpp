#include "ui/window/timelineactions.h"

#include "remote/format/version.h"
#include "ui/parts/settings.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/windowactions.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QCoreApplication>
#include <QInputDialog>

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
