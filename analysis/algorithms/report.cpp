#include "analysis/algorithms/report.h"

#include "analysis/algorithms/analysis.h"
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
    Json json = Json::object();
    for (const auto& analysis : analyses())
        analysis->writeJson(report, json);
    // Names come from the target and need not be UTF-8.
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

std::string toText(const Report& report)
{
    TextPage page;
    for (const auto& analysis : analyses())
        analysis->writeText(report, page);
    return page.text();
}

} // namespace stepscope::analysis
