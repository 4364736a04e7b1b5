#include "ui/comparepage.h"
#include "ui/mainwindow.h"
#include "ui/quantities.h"
#include "ui/recordingpage.h"
#include "ui/settings.h"
#include "ui/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QStackedWidget>

/// What is compared with what.
namespace stepscope::ui {

void MainWindow::connectComparison()
{
    connect(m_comparePage, &ComparePage::closeRequested, this, [this] {
        m_comparePage->clear();
        showRecordingPage();
    });
    connect(m_recordingPage, &RecordingPage::comparisonRequested, this,
            [this](trace::TimeRange a, trace::TimeRange b) { compare(sideOf(a), sideOf(b), {}); });
    timeline()->addActions({m_actions->keepAsA, m_actions->compareWithA}); // its menu has them
}

void MainWindow::setComparison(const trace::TraceView& view, const QString& path, const QString& cost)
{
    if (m_hasView)
        compare(chosenSide(), wholeSide(view, path), cost);
}

void MainWindow::compare(const ComparedSide& a, const ComparedSide& b, const QString& cost)
{
    m_comparePage->setSides(a, b);
    m_comparePage->setCost(cost.isEmpty() ? tr("Both are of one recording: nothing is held twice") : cost);
    // Recordings begin at times of their own; steps are what they have in common.
    const bool haveSteps = a.view.stepCount() > 0 && b.view.stepCount() > 0;
    m_comparePage->setAlignment(haveSteps ? ComparePage::Alignment::Step : ComparePage::Alignment::Time);
    m_pages->setCurrentWidget(m_comparePage);
    updateChrome();
}

ComparedSide MainWindow::wholeSide(const trace::TraceView& view, const QString& path) const
{
    const QString name = QFileInfo(path).completeBaseName();
    return {view, analysis::runWindow(view, settings::skippedSteps()).range, name.isEmpty() ? tr("this run") : name,
            false};
}

ComparedSide MainWindow::sideOf(trace::TimeRange range) const
{
    ComparedSide side = wholeSide(view(), m_recordingPath);
    side.range = range;
    side.isPart = true;
    const std::size_t step = view().stepLowerBound(range.begin);
    if (step < view().stepCount() && view().step(step).start == range.begin && view().step(step).end == range.end)
        side.name += tr(", step %1").arg(view().step(step).index);
    else
        side.name += tr(", from %1").arg(duration(static_cast<double>(range.begin - view().extent().begin) * 1e-9));
    return side;
}

ComparedSide MainWindow::chosenSide() const
{
    const auto selection = timeline()->axis()->selection();
    return selection ? sideOf(*selection) : wholeSide(view(), m_recordingPath);
}

void MainWindow::keepAsA()
{
    if (!m_hasView)
        return;
    m_kept = chosenSide();
    showMessage(tr("Kept as A: %1. Select what to compare with it, here or in another recording, and press %2.")
                    .arg(m_kept->name, m_actions->compareWithA->shortcut().toString(QKeySequence::NativeText)));
    updateChrome();
}

void MainWindow::compareWithA()
{
    if (!m_hasView || !m_kept)
        return;
    const ComparedSide other = chosenSide();
    const bool same = m_kept->view.header().run == other.view.header().run;
    compare(*m_kept, other, same ? QString() : tr("A is held in memory beside this recording until the window closes"));
}

void MainWindow::chooseComparison()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Compare with"), QFileInfo(m_recordingPath).path(),
                                                      tr("Recordings (*.stepscope);;All files (*)"));
    if (!path.isEmpty())
        emit compareRequested(path);
}

void MainWindow::chooseSkippedSteps()
{
    constexpr int kMost = 1'000'000;
    bool chosen = false;
    const int steps = QInputDialog::getInt(this, tr("First steps left out"),
                                           tr("Steps left out of the figures of a whole run, while training warms up:"),
                                           static_cast<int>(settings::skippedSteps()), 0, kMost, 1, &chosen);
    if (!chosen)
        return;
    settings::setSkippedSteps(static_cast<std::size_t>(steps));
    m_recordingPage->setSkippedSteps(static_cast<std::size_t>(steps));
}

} // namespace stepscope::ui
