#include "analysis/study/studyobservations.h"

#include "analysis/report/analysis.h"
#include "analysis/report/observationfacts.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/texttable.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

using Kind = ObservationGroup::Kind;
using Facts = std::span<const std::pair<std::size_t, RunFacts>>;

/// The facts of one target's trainings that `isWanted`.
std::vector<RunFacts> selected(const Study& study, Facts facts, const std::string& target,
                               const std::function<bool(const StudyCell&)>& isWanted)
{
    std::vector<RunFacts> runs;
    for (const auto& [index, run] : facts) {
        const StudyCell& cell = study.cells[index];
        if (cell.target == target && study.hasFirstPower(cell) && isWanted(cell))
            runs.push_back(run);
    }
    return runs;
}

void addGroup(std::vector<ObservationGroup>& groups, ObservationGroup group, const std::vector<RunFacts>& runs)
{
    group.trainings = runs.size();
    if (runs.empty())
        return;
    const auto isSame = [&](const ObservationGroup& other) {
        return other.target == group.target && other.trainings == group.trainings && other.kind == Kind::All;
    };
    if (std::any_of(groups.begin(), groups.end(), isSame))
        return;
    group.observations = observe(runs);
    groups.push_back(std::move(group));
}

/// The domains of the plan's models, in their order; without those that are not known.
std::vector<Domain> domainsOf(const Study& study)
{
    std::vector<Domain> domains;
    for (const std::string& model : study.plan.models) {
        const Domain domain = domainOf(model);
        if (domain != Domain::Unknown && std::find(domains.begin(), domains.end(), domain) == domains.end())
            domains.push_back(domain);
    }
    return domains;
}

bool hasSeveralTargets(const StudyObservations& observations)
{
    return std::any_of(observations.groups.begin(), observations.groups.end(), [&](const ObservationGroup& group) {
        return group.target != observations.groups.front().target;
    });
}

std::string_view kindName(Kind kind)
{
    return kind == Kind::All ? "all" : kind == Kind::Domain ? "domain" : "model";
}

/// Whether the observations use the training.
bool isCounted(const StudyCell& cell)
{
    return cell.result.succeeded() && !cell.recording.empty();
}

} // namespace

Message ObservationGroup::title(bool withTarget) const
{
    Message title = kind == Kind::All      ? translatable("Observations", "all models")
                    : kind == Kind::Domain ? translatable("Observations", "domain %1").arg(name)
                                           : name;
    if (!power.empty())
        title += translatable("Observations", " in %1").arg(power);
    if (withTarget)
        title += translatable("Observations", ", on %1").arg(target);
    return title;
}

RunFacts cellFacts(const StudyCell& cell, const trace::TraceView& view, std::size_t skippedSteps,
                   const std::stop_token& stop)
{
    ReportOptions options;
    options.skippedSteps = skippedSteps;
    options.only = {"observations"};
    const bool isMarked = view.stepCount() > 0;
    // Detection takes as long as all other analyses together, and no verdict depends on it if the steps are marked.
    if (isMarked)
        options.without = {kPeriodAnalysis};
    const Report report = makeReport(view, options, stop);
    RunFacts facts = runFacts(view, report, stop);
    facts.model = cell.model;
    facts.batch = static_cast<std::uint64_t>(std::max(cell.batch, 0));
    if (isMarked)
        facts.detectedPeriod.clear();
    if (!facts.samplesPerSecond)
        facts.samplesPerSecond = cell.result.number(column::kThroughput);
    return facts;
}

StudyObservations studyObservations(const Study& study, Facts facts)
{
    StudyObservations observations;
    auto& groups = observations.groups;
    for (const std::string& target : study.plan.targets) {
        addGroup(groups, {Kind::All, target, {}},
                 selected(study, facts, target, [](const StudyCell&) { return true; }));
        for (const Domain domain : domainsOf(study))
            addGroup(
                groups, {Kind::Domain, target, domainName(domain)},
                selected(study, facts, target, [&](const StudyCell& cell) { return domainOf(cell.model) == domain; }));
        for (const std::string& model : study.plan.models)
            addGroup(groups, {Kind::Model, target, model},
                     selected(study, facts, target, [&](const StudyCell& cell) { return cell.model == model; }));
    }
    for (ObservationGroup& group : groups)
        group.power = study.namedPower();
    return observations;
}

StudyObservations readStudyObservations(const Study& study, const CellReader& reader,
                                        const std::function<void(double)>& progress, const std::stop_token& stop)
{
    std::vector<std::pair<std::size_t, RunFacts>> facts;
    std::vector<std::string> unread;
    for (std::size_t i = 0; i < study.cells.size(); ++i) {
        if (progress)
            progress(static_cast<double>(i) / static_cast<double>(study.cells.size()));
        if (stop.stop_requested())
            return {};
        const StudyCell& cell = study.cells[i];
        if (!isCounted(cell) || !study.hasFirstPower(cell))
            continue;
        if (const auto view = reader(cell); view.ok())
            facts.emplace_back(i, cellFacts(cell, *view, study.plan.skippedSteps, stop));
        else
            unread.push_back(cell.id + ": " + view.error().text);
    }
    if (stop.stop_requested())
        return {};
    StudyObservations observations = studyObservations(study, facts);
    observations.unread = std::move(unread);
    return observations;
}

std::string toText(const StudyObservations& observations)
{
    TextPage page;
    const bool withTarget = hasSeveralTargets(observations);
    for (const ObservationGroup& group : observations.groups) {
        page.heading("Observations: " + group.title(withTarget).english() + " (" + std::to_string(group.trainings) +
                     (group.trainings == 1 ? " training)" : " trainings)"));
        for (const Observation& observation : group.observations) {
            page.line(std::to_string(observation.number),
                      std::string(verdictName(observation.verdict)) + ": " + observation.title.english());
            page.line("", observation.evidence.english());
            if (!observation.advice.empty())
                page.line("", "-> " + observation.advice.english());
        }
    }
    if (!observations.unread.empty())
        page.heading("Recordings that could not be read");
    for (const std::string& line : observations.unread)
        page.line("", line);
    return page.text();
}

std::string toJson(const StudyObservations& observations)
{
    Json groups = Json::array();
    for (const ObservationGroup& group : observations.groups) {
        Json list = Json::array();
        for (const Observation& observation : group.observations)
            list.push_back({{"number", observation.number},
                            {"title", observation.title.english()},
                            {"study", observation.study.english()},
                            {"verdict", verdictName(observation.verdict)},
                            {"evidence", observation.evidence.english()},
                            {"advice", orNullIfEmpty(observation.advice)}});
        groups.push_back({{"target", group.target},
                          {"kind", kindName(group.kind)},
                          {"name", orNullIfEmpty(group.name)},
                          {"power_setting", orNullIfZero(group.power)},
                          {"trainings", group.trainings},
                          {"observations", std::move(list)}});
    }
    return Json{{"version", 1}, {"groups", std::move(groups)}, {"unread", observations.unread}}.dump(
        2, ' ', false, Json::error_handler_t::replace);
}

std::string observationsCsv(const StudyObservations& observations)
{
    std::string csv = "target,kind,name,trainings,number,verdict,observation,evidence,advice,power_setting";
    csv += kCsvRowEnd;
    for (const ObservationGroup& group : observations.groups) {
        for (const Observation& observation : group.observations) {
            csv += csvField(group.target) + "," + std::string(kindName(group.kind)) + "," +
                   csvField(group.name.english()) + "," + std::to_string(group.trainings) + "," +
                   std::to_string(observation.number) + "," + verdictName(observation.verdict) + "," +
                   csvField(observation.title.english()) + "," + csvField(observation.evidence.english()) + "," +
                   csvField(observation.advice.english()) + "," + csvField(group.power);
            csv += kCsvRowEnd;
        }
    }
    return csv;
}

} // namespace stepscope::analysis
