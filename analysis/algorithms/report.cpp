#include "analysis/algorithms/report.h"

#include "analysis/algorithms/analysis.h"
#include "analysis/algorithms/observationtext.h"
#include "analysis/algorithms/textpage.h"

#include <nlohmann/json.hpp>

namespace stepscope::analysis {
namespace {

void chooseWindow(const trace::TraceView& view, const ReportOptions& options, Report& report)
{
    report.extent = view.extent();
    if (options.range) {
        report.summary.range = *options.range;
        return;
    }
    const RunWindow window = runWindow(view, options.skippedSteps);
    report.summary.range = window.range;
    report.skippedSteps = window.skippedSteps;
    report.wholeRecording = window.wholeRecording;
}

Json jsonOf(const Report& report)
{
    Json json = Json::object();
    for (const auto& analysis : analyses())
        analysis->writeJson(report, json);
    return json;
}

std::string dumped(const Json& json)
{
    // Names come from the target and need not be UTF-8.
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Report makeReport(const trace::TraceView& view, const ReportOptions& options, const Cancelled& cancelled)
{
    Report report;
    report.header = view.header();
    report.facts = view.facts();
    report.ending = view.ending();
    chooseWindow(view, options, report);
    report.summary = summarize(view, report.summary.range, cancelled);
    for (const auto& analysis : analyses()) {
        if (cancelled && cancelled())
            break;
        analysis->compute(view, report, cancelled);
    }
    return report;
}

std::string toJson(const Report& report)
{
    return dumped(jsonOf(report));
}

std::string toJson(const std::vector<Report>& reports, const std::vector<Observation>& together)
{
    Json json = Json::object();
    json["recordings"] = Json::array();
    for (const Report& report : reports)
        json["recordings"].push_back(jsonOf(report));
    json["observations"] = observationsJson(together);
    return dumped(json);
}

std::string toText(const Report& report)
{
    TextPage page;
    for (const auto& analysis : analyses())
        analysis->writeText(report, page);
    return page.text();
}

std::string toText(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                   const std::vector<Observation>& together)
{
    TextPage page;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        // What one alone says of comparisons is not worth repeating.
        Report report = reports[i];
        report.observations.clear();
        page.heading(i < titles.size() ? titles[i] : std::string());
        for (const auto& analysis : analyses())
            analysis->writeText(report, page);
    }
    page.heading("All together");
    writeObservations(together, page);
    return page.text();
}

} // namespace stepscope::analysis
