#include "ui/window/comparisoncontroller.h"

#include "analysis/metrics/metrics.h"
#include "ui/comparison/comparepage.h"
#include "ui/parts/quantities.h"
#include "ui/parts/settings.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

#include <array>

namespace stepscope::ui {

namespace {

constexpr int kSideRefreshMs = 500;

} // namespace

ComparisonController::ComparisonController(RecordingPage* recording, ComparePage* comparison, WindowActions* actions,
                                           QWidget* parent)
    : QObject(parent)
    , m_recording(recording)
    , m_comparison(comparison)
    , m_actions(actions)
    , m_dialogParent(parent)
{
    connect(recording, &RecordingPage::comparisonRequested, this,
            [this](trace::TimeRange a, trace::TimeRange b) { compare(sideOf(a), sideOf(b), {}); });
    connect(actions->keepAsA, &QAction::triggered, this, &ComparisonController::keepAsA);
    connect(actions->compareWithA, &QAction::triggered, this, &ComparisonController::compareWithA);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kSideRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &ComparisonController::refresh);
    recording->timeline()->addActions({actions->keepAsA, actions->compareWithA}); // for its context menu
}

void ComparisonController::compareWith(const trace::TraceView& view, const QString& path, const QString& cost)
{
    if (m_recording->hasView())
        compare(chosenSide(), wholeSide(view, path), cost);
}

void ComparisonController::compareBoth(const NamedView& a, const NamedView& b, const QString& cost)
{
    compare(wholeSide(a.view, a.path), wholeSide(b.view, b.path), cost);
}

void ComparisonController::setLiveView(const QString& path, const trace::TraceView& view)
{
    if (!m_comparison->hasSides())
        return;
    bool isShown = false;
    for (const int side : {0, 1})
        isShown = isShown || (m_comparison->side(side).path == path && !m_comparison->side(side).isPart);
    if (!isShown)
        return;
    m_newer[path] = view;
    if (!m_refresh.isActive())
        m_refresh.start();
}

void ComparisonController::refresh()
{
    if (!m_comparison->hasSides() || !m_comparison->isVisible())
        return;
    std::array<ComparedSide, 2> sides = {m_comparison->side(0), m_comparison->side(1)};
    bool isNewer = false;
    for (ComparedSide& side : sides) {
        const auto newer = m_newer.constFind(side.path);
        if (side.isPart || newer == m_newer.constEnd() || !hasNewData(*newer, side.view))
            continue;
        side = wholeSide(*newer, side.path);
        isNewer = true;
    }
    m_newer.clear();
    if (isNewer)
        m_comparison->refreshSides(sides[0], sides[1]);
}

void ComparisonController::compare(const ComparedSide& a, const ComparedSide& b, const QString& cost)
{
    m_newer.clear();
    m_comparison->setSides(a, b);
    m_comparison->setCost(cost.isEmpty() ? tr("Both sides are of one recording, which is in memory once") : cost);
    // Two recordings begin at unrelated times; only their steps correspond.
    const bool haveSteps = a.view.stepCount() > 0 && b.view.stepCount() > 0;
    m_comparison->setAlignment(haveSteps ? ComparePage::Alignment::Step : ComparePage::Alignment::Time);
    emit shown();
}

ComparedSide ComparisonController::wholeSide(const trace::TraceView& view, const QString& path) const
{
    const QString name = QFileInfo(path).completeBaseName();
    return {view, analysis::runWindow(view, settings::skippedSteps()).range, name.isEmpty() ? tr("this run") : name,
            false, path};
}

ComparedSide ComparisonController::sideOf(trace::TimeRange range) const
{
    const trace::TraceView& view = m_recording->view();
    ComparedSide side = wholeSide(view, m_recordingPath);
    side.range = range;
    side.isPart = true;
    const std::size_t step = view.stepLowerBound(range.begin);
    if (step < view.stepCount() && view.step(step).start == range.begin && view.step(step).end == range.end)
        side.name += tr(", step %1").arg(view.step(step).index);
    else
        side.name += tr(", from %1").arg(duration(static_cast<double>(range.begin - view.extent().begin) * 1e-9));
    return side;
}

ComparedSide ComparisonController::chosenSide() const
{
    const auto selection = m_recording->timeline()->axis()->selection();
    return selection ? sideOf(*selection) : wholeSide(m_recording->view(), m_recordingPath);
}

void ComparisonController::keepAsA()
{
    if (!m_recording->hasView())
        return;
    m_kept = chosenSide();
    emit message(tr("Kept as A: %1. Select a range to compare with it, in this recording or in another, and press %2.")
                     .arg(m_kept->name, m_actions->compareWithA->shortcut().toString(QKeySequence::NativeText)));
    emit sideKept();
}

void ComparisonController::compareWithA()
{
    if (!m_recording->hasView() || !m_kept)
        return;
    const ComparedSide other = chosenSide();
    const bool same = m_kept->view.header().run == other.view.header().run;
    compare(*m_kept, other, same ? QString() : tr("The recording of A stays in memory until the window is closed"));
}

void ComparisonController::chooseRecording()
{
    const QString path =
        QFileDialog::getOpenFileName(m_dialogParent, tr("Compare with"), QFileInfo(m_recordingPath).path(),
                                     tr("Recordings (*.stepscope);;All files (*)"));
    if (!path.isEmpty())
        emit compareRequested(path);
}

} // namespace stepscope::ui
