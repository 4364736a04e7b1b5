#include "ui/recording/recordingpage.h"

#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/parts/statusline.h"
#include "ui/recording/failureline.h"
#include "ui/recording/findbar.h"
#include "ui/recording/fold/foldpanel.h"
#include "ui/recording/inspector.h"
#include "ui/recording/navigator.h"
#include "ui/recording/panels/bookmarkspanel.h"
#include "ui/recording/panels/emptyops.h"
#include "ui/recording/panels/energypanel.h"
#include "ui/recording/panels/healthpanel.h"
#include "ui/recording/panels/instancespanel.h"
#include "ui/recording/panels/logpanel.h"
#include "ui/recording/panels/observationspanel.h"
#include "ui/recording/panels/opspanel.h"
#include "ui/recording/panels/querypanel.h"
#include "ui/recording/panels/reportjob.h"
#include "ui/recording/panels/stepspanel.h"
#include "ui/recording/scope.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timelinewidget.h"

#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kRefreshMs = 500;
constexpr int kAnalysisDelayMs = 120;

} // namespace

RecordingPage::RecordingPage(QWidget* parent)
    : QWidget(parent)
    , m_timeline(new widgets::TimelineWidget(this))
    , m_inspector(new Inspector(this))
    , m_navigator(new Navigator(m_timeline, this))
    , m_progress(new BusyStrip(this))
    , m_link(new MessageLine(MessageLine::Place::Panel, this))
    , m_unfinished(new MessageLine(MessageLine::Place::Panel, this))
    , m_failure(new FailureLine(this))
    , m_opsPanel(new OpsPanel(this))
    , m_instances(new InstancesPanel(this))
    , m_opsAcross(new QSplitter(Qt::Horizontal, this))
    , m_stepsPanel(new StepsPanel(this))
    , m_report(new ReportJob(this))
    , m_energyPanel(new EnergyPanel(m_report, this))
    , m_observationsPanel(new ObservationsPanel(m_report, this))
    , m_foldPanel(new FoldPanel(this))
    , m_logPanel(new LogPanel(this))
    , m_healthPanel(new HealthPanel(this))
    , m_queryPanel(new QueryPanel(this))
    , m_tabs(new QTabWidget(this))
    , m_across(new QSplitter(Qt::Horizontal, this))
    , m_down(new QSplitter(Qt::Vertical, this))
{
    buildLayout();
    connectTimeline();
    connectPanels();
    connectOps();
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    m_scopeSettle.setSingleShot(true);
    m_scopeSettle.setInterval(kAnalysisDelayMs);
    connect(&m_refresh, &QTimer::timeout, this, &RecordingPage::refreshPanels);
    connect(&m_scopeSettle, &QTimer::timeout, this, [this] { analyse(!m_timeline->axis()->following()); });
    clear();
}

RecordingPage::~RecordingPage()
{
    settings::setLayout(QStringLiteral("across"), m_across->saveState());
    settings::setLayout(QStringLiteral("down"), m_down->saveState());
    settings::setLayout(QStringLiteral("ops"), m_opsAcross->saveState());
}

void RecordingPage::buildLayout()
{
    m_tabs->setObjectName(QStringLiteral("tables"));
    m_tabs->setDocumentMode(true);
    m_opsAcross->addWidget(m_opsPanel);
    m_opsAcross->addWidget(m_instances);
    m_opsAcross->setStretchFactor(0, 1);
    m_opsAcross->setCollapsible(0, false);
    m_instances->hide();
    m_tabs->addTab(m_opsAcross, tr("Ops"));
    m_tabs->addTab(m_energyPanel, tr("Energy"));
    m_tabs->addTab(m_stepsPanel, tr("Steps"));
    m_tabs->addTab(m_foldPanel, tr("Fold"));
    m_tabs->addTab(m_observationsPanel, tr("Observations"));
    m_tabs->addTab(m_logPanel, tr("Log"));
    m_tabs->addTab(m_healthPanel, tr("Health"));
    m_tabs->addTab(m_navigator->bookmarksPanel(), tr("Bookmarks"));
    m_tabs->addTab(m_queryPanel, tr("Query"));
    m_timeline->setObjectName(QStringLiteral("timeline"));

    auto* centre = new QWidget(m_across);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_timeline, 1);
    m_navigator->findBar()->setParent(centre);
    m_navigator->findBar()->floatOver(m_timeline);
    m_across->addWidget(centre);
    m_across->addWidget(m_inspector);
    m_across->setStretchFactor(0, 1);
    m_across->setCollapsible(0, false);
    m_down->addWidget(m_across);
    m_down->addWidget(m_tabs);
    m_down->setStretchFactor(0, 1);
    m_down->setCollapsible(0, false);
    for (QSplitter* splitter : {m_across, m_down, m_opsAcross})
        splitter->setHandleWidth(1);
    const int digit = fontMetrics().averageCharWidth();
    m_across->setSizes({digit * 140, digit * 64});
    m_down->setSizes({fontMetrics().height() * 32, fontMetrics().height() * 16});
    m_opsAcross->setSizes({digit * 140, digit * 56});
    m_across->restoreState(settings::layout(QStringLiteral("across")));
    m_down->restoreState(settings::layout(QStringLiteral("down")));
    m_opsAcross->restoreState(settings::layout(QStringLiteral("ops")));

    buildLines();
}

void RecordingPage::buildLines()
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_progress);
    all->addWidget(m_link);
    all->addWidget(m_unfinished);
    all->addWidget(m_failure);
    all->addWidget(m_down, 1);
    m_progress->hide();
    m_link->setObjectName(QStringLiteral("link"));
    // With and without its button, so that the timeline does not move between the states of a link.
    m_link->setMinimumHeight(m_link->actionButton()->sizeHint().height() + 8);
    m_unfinished->setObjectName(QStringLiteral("unfinishedLine"));
    connect(m_progress, &BusyStrip::cancelRequested, this, &RecordingPage::cancelRequested);
    connect(m_link, &MessageLine::actionRequested, this, &RecordingPage::cancelRequested);
    connect(m_unfinished, &MessageLine::actionRequested, this, &RecordingPage::continueRequested);
    m_failure->setObjectName(QStringLiteral("failureLine"));
    connect(m_failure, &MessageLine::actionRequested, this, &RecordingPage::showLogEnd);
    connect(&m_refresh, &QTimer::timeout, m_failure, [this] { m_failure->setView(m_view); });
}

void RecordingPage::connectTimeline()
{
    using widgets::TimelineWidget;
    connect(m_timeline, &TimelineWidget::spanActivated, this, [this](std::size_t lane, std::size_t span) {
        m_span = widgets::SpanPlace{lane, span};
        if (chosenSpan())
            m_navigator->setPlace(m_view.lanes()[lane].span(span).op, *m_span);
        scopeChanged();
    });
    connect(m_timeline, &TimelineWidget::spanCleared, this, [this] {
        m_span.reset();
        scopeChanged();
    });
    connect(m_timeline->axis(), &widgets::TimeAxis::selectionChanged, this, [this](const auto& selection) {
        if (selection)
            m_span.reset();
        const auto& all = m_timeline->axis()->selections();
        m_stepsPanel->setSelections(all, selectionTitle(all));
        scopeChanged();
    });
    connect(m_timeline->axis(), &widgets::TimeAxis::rangeChanged, this, [this] {
        if (!m_scopeSettle.isActive())
            m_scopeSettle.start();
    });
}

void RecordingPage::connectPanels()
{
    const auto go = [this](std::uint32_t op, std::size_t lane, std::size_t span) { goTo(op, {lane, span}); };
    connect(m_opsPanel, &OpsPanel::opActivated, this, go);
    connect(m_inspector, &Inspector::opActivated, this, go);
    connect(m_energyPanel, &EnergyPanel::opActivated, this, go);
    connect(m_energyPanel, &EnergyPanel::selfTestRequested, this, &RecordingPage::selfTestRequested);
    connect(m_logPanel, &LogPanel::timeActivated, this, &RecordingPage::goToTime);
    connect(m_timeline->axis(), &widgets::TimeAxis::cursorChanged, m_logPanel, &LogPanel::setCursorTime);
    connect(m_navigator, &Navigator::wentTo, this, [this](std::uint32_t /*op*/, widgets::SpanPlace place) {
        m_span = place;
        scopeChanged();
    });
    // One highlight at a time: that of a query ends when ops are searched or instances are chosen.
    connect(m_navigator, &Navigator::searchBegan, m_queryPanel, &QueryPanel::endHighlight);
    connect(m_navigator, &Navigator::bookmarksRequested, this, [this] { showTab(Tab::Bookmarks); });
    connect(m_stepsPanel, &StepsPanel::stepActivated, m_timeline, &widgets::TimelineWidget::zoomToStep);
    connect(m_foldPanel, &FoldPanel::stepActivated, m_timeline, &widgets::TimelineWidget::zoomAround);
    connect(m_healthPanel, &HealthPanel::rangeActivated, m_timeline->axis(), &widgets::TimeAxis::zoomTo);
    connect(&m_inspection, &RangeAnalysis::finished, m_inspector, &Inspector::setResult);
    connect(&m_ops, &RangeAnalysis::finished, this, &RecordingPage::showOps);
    connect(&m_ops, &RangeAnalysis::progressed, m_opsPanel, &OpsPanel::setProgress);
    connect(m_tabs, &QTabWidget::currentChanged, this, &RecordingPage::attributeEnergies);
    connect(m_tabs, &QTabWidget::currentChanged, this, &RecordingPage::tabChanged);
    connect(m_timeline, &widgets::TimelineWidget::cleared, m_queryPanel, &QueryPanel::endHighlight);
    connect(m_queryPanel, &QueryPanel::placeRequested, this, &RecordingPage::goToQueryPlace);
    connect(m_queryPanel, &QueryPanel::highlightRequested, this, [this](const auto& spans) {
        if (spans)
            m_navigator->leaveSearch();
        m_timeline->navigation()->setHighlighted(spans);
    });
    connect(m_stepsPanel, &StepsPanel::comparisonRequested, this, [this](std::size_t a, std::size_t b) {
        const format::Step first = m_view.step(a);
        const format::Step second = m_view.step(b);
        emit comparisonRequested({first.start, first.end}, {second.start, second.end});
    });
}

QWidget* RecordingPage::tables() const
{
    return m_tabs;
}

void RecordingPage::connectOps()
{
    connect(m_opsPanel, &OpsPanel::optionsChanged, this, [this] {
        m_opsKey.clear();
        analyseOps(true);
    });
    connect(m_opsPanel, &OpsPanel::rowChosen, this,
            [this](analysis::OpGrouping grouping, std::uint32_t key, const QString& title) {
                m_row = {grouping, key, title};
                showInstances();
            });
    connect(m_instances, &InstancesPanel::instanceActivated, this, [this](std::size_t lane, std::size_t span) {
        if (lane < m_view.lanes().size() && span < m_view.lanes()[lane].size())
            goTo(m_view.lanes()[lane].span(span).op, {lane, span});
    });
    connect(m_opsPanel, &OpsPanel::instancesRequested, this, [this] {
        const QList<int> sizes = m_opsAcross->sizes();
        if (sizes[1] == 0) // collapsed by the user
            m_opsAcross->setSizes({sizes[0] * 2 / 3, sizes[0] / 3});
        m_instances->table()->setFocus();
    });
    connect(m_opsPanel, &OpsPanel::findRequested, m_navigator, &Navigator::findName);
    connect(m_opsPanel, &OpsPanel::energyRequested, this, [this](const QString& name) {
        showTab(Tab::Energy);
        m_energyPanel->selectOp(name);
    });
    connect(m_instances, &InstancesPanel::highlightChanged, this, &RecordingPage::highlightInstances);
}

void RecordingPage::setTheme(const widgets::Theme& theme)
{
    m_timeline->setTheme(theme);
    m_instances->setTheme(theme);
    m_foldPanel->setTheme(theme);
}

void RecordingPage::setView(const trace::TraceView& view, bool live)
{
    const bool first = !m_hasView;
    const bool ended = m_live && !live;
    m_view = view;
    m_hasView = true;
    m_live = live;
    if (first)
        m_timeline->axis()->setFollowing(live);
    m_timeline->setView(view);
    m_navigator->setView(view);
    if (ended)
        showWholeEnd();
    if (first || ended) {
        refreshPanels();
        m_failure->setView(m_view);
        if (ended && m_failure->isFailure())
            showLogEnd();
    } else if (!m_refresh.isActive())
        m_refresh.start();
}

void RecordingPage::setStatus(const CaptureStatus& status)
{
    m_progress->setVisible(status.phase == CapturePhase::Stopping);
    m_progress->setCancellable(false);
    m_progress->setProgress(statusText(status), status.progress);
    const bool isBroken = status.phase == CapturePhase::Reconnecting;
    if (isBroken || status.phase == CapturePhase::Silent)
        m_link->setMessage(MessageLine::Kind::Link, statusText(status), isBroken ? tr("Ca&ncel") : QString(),
                           tr("Stop connecting; the run continues on the device"));
    else
        m_link->setMessage(MessageLine::Kind::Note, status.phase == CapturePhase::Streaming ? status.text : QString());
}

void RecordingPage::setUnfinished(const QString& oneLine, bool canContinue, bool runsOn)
{
    const QString action = !canContinue ? QString() : runsOn ? tr("&Attach") : tr("Contin&ue");
    m_unfinished->setMessage(MessageLine::Kind::Note, oneLine, action,
                             tr("Fetch the rest into the same file, and follow the run while it goes on"));
}

void RecordingPage::showLogEnd()
{
    showTab(Tab::Log);
    m_logPanel->goToEnd();
}

void RecordingPage::clear()
{
    m_failure->reset();
    m_refresh.stop();
    m_scopeSettle.stop();
    m_inspection.clear();
    m_ops.clear();
    m_energies.cancel();
    m_energiesPending = false;
    m_view = {};
    m_hasView = m_live = false;
    m_span.reset();
    m_opsKey.clear();
    m_opsScope.clear();
    m_opsSpans = m_opsSamples = 0;
    m_opsRanges.clear();
    m_row = {};
    m_timeline->axis()->setFollowing(false);
    m_timeline->focusOp(0);
    m_timeline->setView({});
    m_navigator->clear();
    m_inspector->clear();
    m_opsPanel->clear();
    m_instances->clear();
    m_stepsPanel->clear();
    m_report->clear();
    m_foldPanel->clear();
    m_logPanel->clear();
    m_healthPanel->clear();
    m_queryPanel->clear();
}

/// After the end, the table of ops covers the last steps, too, although no op was recorded in them; and a timeline that
/// has followed the run shows all of it: its traced steps are at the beginning. A place that the user chose stays.
void RecordingPage::showWholeEnd()
{
    m_opsKey.clear();
    widgets::TimeAxis* axis = m_timeline->axis();
    if (!axis->following())
        return;
    axis->setFollowing(false);
    axis->showAll();
}

void RecordingPage::refreshPanels()
{
    m_stepsPanel->setView(m_view, m_live);
    m_logPanel->setView(m_view);
    m_healthPanel->setView(m_view);
    m_queryPanel->setView(m_view);
    const auto losses = m_view.losses().size();
    m_tabs->setTabText(static_cast<int>(Tab::Health), losses > 0 ? tr("Health (%1)").arg(losses) : tr("Health"));
    QStringList rails;
    for (const analysis::RailSummary& rail : analysis::railSummaries(m_view, {0, 0}))
        rails << QString::fromStdString(rail.name);
    m_opsPanel->setRails(rails);
    analyse(false);
}

void RecordingPage::goTo(std::uint32_t op, widgets::SpanPlace place)
{
    m_timeline->focusOp(op);
    m_timeline->goToSpan(place.lane, place.index);
    m_navigator->setPlace(op, place);
    m_span = place;
    scopeChanged();
}

/// Goes to the span of a row, or shows its range; a moment moves to the middle.
void RecordingPage::goToQueryPlace(const QueryPlaces::Place& place)
{
    if (!place.range.isEmpty()) {
        if (const auto span = spanAt(m_view, place))
            return goTo(m_view.lanes()[span->lane].span(span->index).op, *span);
        return m_timeline->zoomAround(place.range);
    }
    goToTime(place.range.begin);
}

/// Moves the time to the middle at the current zoom, with the crosshair on it.
void RecordingPage::goToTime(std::int64_t time)
{
    const std::int64_t width = m_timeline->axis()->range().duration();
    m_timeline->axis()->zoomTo({time - width / 2, time + width - width / 2});
    m_timeline->axis()->setCursor(time);
}

void RecordingPage::zoomToStepInView()
{
    if (m_view.stepCount() > 0)
        m_timeline->zoomToStep(stepInView(m_view, *m_timeline->axis()));
}

void RecordingPage::zoomToNextStep(bool forward)
{
    if (m_view.stepCount() == 0)
        return;
    const trace::TimeRange range = m_timeline->axis()->range();
    const std::size_t middle = m_view.stepLowerBound(range.begin + range.duration() / 2);
    const std::size_t next = forward ? middle + 1 : middle - std::min<std::size_t>(middle, 1);
    m_timeline->zoomToStep(std::min(next, m_view.stepCount() - 1));
}

void RecordingPage::zoomToSelection()
{
    if (const auto selection = m_timeline->axis()->selection())
        m_timeline->axis()->zoomTo(*selection);
    else if (const auto chosen = chosenSpan())
        m_timeline->goToSpan(chosen->lane, chosen->index);
}

void RecordingPage::findOp()
{
    m_navigator->openFind();
}

void RecordingPage::goToInstance(bool forward)
{
    m_navigator->step(forward);
}

void RecordingPage::showTab(Tab tab)
{
    if (m_tabs->isHidden())
        m_tabs->show();
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

RecordingPage::Tab RecordingPage::tab() const
{
    return static_cast<Tab>(m_tabs->currentIndex());
}

void RecordingPage::showTabNumber(int tab)
{
    m_tabs->setCurrentIndex(tab); // ignores other numbers
}

std::optional<widgets::SpanPlace> RecordingPage::chosenSpan() const
{
    if (!m_span || m_span->lane >= m_view.lanes().size() || m_span->index >= m_view.lanes()[m_span->lane].size())
        return std::nullopt;
    return m_span;
}

void RecordingPage::scopeChanged()
{
    analyse(true);
}

void RecordingPage::analyse(bool urgent)
{
    if (!m_hasView)
        return;
    const Scope shown = inspectorScope(m_view, *m_timeline->axis(), chosenSpan(), m_skippedSteps);
    m_inspector->setScope(shown.title, shown.ranges, m_view.extent().begin, shown.note);
    m_inspection.request({m_view, shown.ranges, true, {}}, urgent);
    analyseOps(urgent);
}

void RecordingPage::analyseOps(bool urgent)
{
    if (!m_hasView)
        return;
    const Scope table = tableScope(m_view, *m_timeline->axis(), m_skippedSteps);
    const bool isSum = table.ranges.size() > 1;
    m_report->setScope(
        m_view, isSum ? ReportJob::Scope{table.last, table.ranges, table.title} : ReportJob::Scope{table.last}, m_live);
    m_foldPanel->setScope(m_view, table.last, m_live);
    QString key = QStringLiteral("run") + table.note; // its title changes with each step of a live run
    if (m_timeline->axis()->selection()) {
        key.clear();
        for (const trace::TimeRange& range : table.ranges)
            key += QStringLiteral("%1-%2 ").arg(range.begin).arg(range.end);
    }
    const bool sameScope = m_opsKey == key;
    m_opsScope = opsTitle(m_view, table);
    if (sameScope)
        m_opsPanel->setTitle(m_opsScope); // steps come also while no ops are recorded
    // The energy of ops needs samples, too; in a live run they arrive before the spans, and the end asks once more.
    if (sameScope && m_opsSpans == m_view.spanCount() && (m_live || m_opsSamples == m_view.sampleCount()))
        return;
    if (!sameScope) {
        m_energies.cancel();
        m_opsPanel->awaitEnergies();
    }
    m_opsKey = key;
    m_opsSpans = m_view.spanCount();
    m_opsSamples = m_view.sampleCount();
    m_opsRanges = table.ranges;
    m_opsOptions = m_opsPanel->options();
    m_ops.request({m_view, table.ranges, false, m_opsOptions}, urgent && !sameScope);
}

void RecordingPage::showOps(const RangeResult& result)
{
    m_opsPanel->setEmptyText(emptyOpsText(m_view, m_timeline->axis()->selection().has_value()));
    m_opsPanel->setOps(result.ops, m_opsScope, m_opsOptions);
    m_rows = std::make_shared<const std::vector<analysis::OpTotals>>(result.ops);
    m_energiesPending = true;
    attributeEnergies();
    showInstances();
}

/// Attributes energy to the rows of the table. It takes longer than all other figures of the table, so it runs after
/// them, and only while the panel is visible.
void RecordingPage::attributeEnergies()
{
    if (!m_energiesPending || !m_opsPanel->isVisible() || m_opsOptions.rail.empty() || m_energies.isBusy() ||
        !analysis::hasOpEnergies(m_opsOptions.grouping))
        return;
    m_energiesPending = false;
    m_energies.start(
        [view = m_view, ranges = m_opsRanges, rows = m_rows, options = m_opsOptions](const std::stop_token& stop) {
            return analysis::opEnergies(view, ranges, *rows, options.grouping, options.rail, stop);
        },
        [this, rows = m_rows](const analysis::OpGroupEnergies& energies) {
            m_opsPanel->setEnergies(*rows, energies);
            attributeEnergies();
        });
}

void RecordingPage::showInstances()
{
    m_instances->setVisible(!m_row.title.isEmpty()); // the table has the width until a row is chosen
    m_instances->setSubject(m_view, {m_opsRanges, m_row.grouping, m_row.key, m_row.title});
}

void RecordingPage::highlightInstances(const std::shared_ptr<const std::vector<analysis::OpInstance>>& instances)
{
    if (!instances)
        return m_timeline->navigation()->setHighlighted(nullptr);
    m_queryPanel->endHighlight();
    std::vector<std::vector<std::uint32_t>> byLane(m_view.lanes().size());
    for (const analysis::OpInstance& instance : *instances)
        byLane[instance.lane].push_back(instance.span); // sorted by start, as the spans of a lane are
    m_timeline->navigation()->setHighlighted(std::make_shared<const widgets::SpanIndex>(m_view, std::move(byLane)));
}

void RecordingPage::setSkippedSteps(std::size_t steps)
{
    m_skippedSteps = steps;
    m_stepsPanel->setSkippedSteps(steps);
    analyse(true);
}

} // namespace stepscope::ui
