#include "ui/foldpanel.h"
#include "ui/inspector.h"
#include "ui/instancespanel.h"
#include "ui/opspanel.h"
#include "ui/recordingpage.h"
#include "ui/reportjob.h"
#include "ui/stepspanel.h"
#include "widgets/navigation.h"
#include "widgets/timelinewidget.h"

#include <utility>

/// Which stretch of the recording its panels are about, and what is asked of it.
namespace stepscope::ui {

std::optional<widgets::SpanPlace> RecordingPage::chosenSpan() const
{
    if (!m_span || m_span->lane >= m_view.lanes().size() || m_span->index >= m_view.lanes()[m_span->lane].size())
        return std::nullopt;
    return m_span;
}

RecordingPage::Scope RecordingPage::inspected() const
{
    if (const auto chosen = chosenSpan()) {
        const trace::SpanRecord span = m_view.lanes()[chosen->lane].span(chosen->index);
        const std::string_view name = m_view.opName(span.op);
        return {QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), {span.start, span.end()}};
    }
    const widgets::TimeAxis* axis = m_timeline->axis();
    if (const auto selection = axis->selection())
        return {tr("Selection"), *selection};
    const trace::TimeRange visible = axis->range().intersected(m_view.extent());
    if (visible.isEmpty() || visible == m_view.extent())
        return wholeRun();
    return {tr("In view"), visible};
}

RecordingPage::Scope RecordingPage::tabled() const
{
    if (const auto selection = m_timeline->axis()->selection())
        return {tr("Selection"), *selection};
    return wholeRun();
}

/// As in every report: while the first steps warm up they would blur all figures.
RecordingPage::Scope RecordingPage::wholeRun() const
{
    const analysis::RunWindow window = analysis::runWindow(m_view, m_skippedSteps);
    const QString note = window.skippedSteps == 0   ? QString()
                         : window.skippedSteps == 1 ? tr("without the first step")
                                                    : tr("without the first %1 steps").arg(window.skippedSteps);
    return {tr("Whole run"), window.range, note};
}

QString RecordingPage::emptyOpsText() const
{
    if (m_view.hasHeader() && m_view.header().ops == "none")
        return tr("Ops were not traced in this run: steps to trace are chosen in the capture form.");
    const QString asked = m_view.hasHeader() ? QString::fromStdString(m_view.header().ops) : QString();
    const QString traced =
        asked.isEmpty() || asked == QLatin1String("auto") ? tr("4 to 8, and now and then afterwards,") : asked;
    if (m_view.spanCount() == 0)
        return tr("No ops yet. They are traced in steps %1 of the run.").arg(traced);
    if (!m_timeline->axis()->selection())
        return tr("Ops were recorded in the first steps only, which are left out of figures of the whole run. Select "
                  "them in the timeline, or change how many are left out: menu View.");
    return tr("No ops in the selection. They are traced in steps %1 of the run.").arg(traced);
}

void RecordingPage::scopeChanged()
{
    analyse(true);
}

void RecordingPage::analyse(bool urgent)
{
    if (!m_hasView)
        return;
    const Scope shown = inspected();
    m_inspector->setScope(shown.title, shown.range, m_view.extent().begin, shown.note);
    m_inspection.request({m_view, shown.range, true, {}}, urgent);
    analyseOps(urgent);
}

void RecordingPage::analyseOps(bool urgent)
{
    if (!m_hasView)
        return;
    // The table keeps to the selection: were it to follow what is in view, going to an op would empty it.
    const Scope table = tabled();
    m_report->setScope(m_view, table.range);
    m_foldPanel->setScope(m_view, table.range);
    const QString key = m_timeline->axis()->selection()
                            ? QStringLiteral("%1-%2").arg(table.range.begin).arg(table.range.end)
                            : table.title + table.note;
    const bool sameScope = m_opsKey == key;
    if (sameScope && m_opsSpans == m_view.spanCount())
        return;
    if (!sameScope) {
        m_energies.cancel();
        m_opsPanel->awaitEnergies();
    }
    m_opsKey = key;
    m_opsScope = table.title;
    m_opsSpans = m_view.spanCount();
    m_opsRange = table.range;
    m_opsOptions = m_opsPanel->options();
    m_ops.request({m_view, table.range, false, m_opsOptions}, urgent && !sameScope);
}

void RecordingPage::showOps(const RangeResult& result)
{
    m_opsPanel->setEmptyText(emptyOpsText());
    m_opsPanel->setOps(result.ops, m_opsScope, m_opsOptions);
    m_rows = std::make_shared<const std::vector<analysis::OpTotals>>(result.ops);
    m_wantsEnergies = true;
    findEnergies();
    showInstances();
}

/// Takes longer than all the rest, so it comes later, and only for who looks. While a run goes on, one at a time.
void RecordingPage::findEnergies()
{
    if (!m_wantsEnergies || !m_opsPanel->isVisible() || m_opsOptions.rail.empty() || m_energies.isWanted() ||
        !analysis::hasOpEnergies(m_opsOptions.grouping))
        return;
    m_wantsEnergies = false;
    m_energies.start(
        [view = m_view, range = m_opsRange, rows = m_rows, options = m_opsOptions](const analysis::Cancelled& stop) {
            return analysis::opEnergies(view, range, *rows, options.grouping, options.rail, stop);
        },
        [this, rows = m_rows](const analysis::OpEnergies& energies) {
            m_opsPanel->setEnergies(*rows, energies);
            findEnergies();
        });
}

void RecordingPage::showInstances()
{
    m_instances->setSubject(m_view, {m_opsRange, m_row.grouping, m_row.key, m_row.title});
}

void RecordingPage::lightInstances(const std::shared_ptr<const std::vector<analysis::OpInstance>>& instances)
{
    if (!instances)
        return m_timeline->navigation()->setLit(nullptr);
    std::vector<std::vector<std::uint32_t>> byLane(m_view.lanes().size());
    for (const analysis::OpInstance& instance : *instances)
        byLane[instance.lane].push_back(instance.span); // by start, as each lane has them
    m_timeline->navigation()->setLit(std::make_shared<const widgets::SpanIndex>(m_view, std::move(byLane)));
}

void RecordingPage::setSkippedSteps(std::size_t steps)
{
    m_skippedSteps = steps;
    m_stepsPanel->setSkippedSteps(steps);
    analyse(true);
}

} // namespace stepscope::ui
