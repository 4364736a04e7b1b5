#include "analysis/report/report.h"

#include "analysis/report/analysis.h"

#include <algorithm>

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

Report makeReport(const trace::TraceView& view, const ReportOptions& options, const std::stop_token& stop)
{
    Report report;
    report.header = view.header();
    report.facts = view.facts();
    report.ending = view.ending();
    chooseWindow(view, options, report);
    report.summary = summarize(view, report.summary.range, stop);
    bool isPeriodAwaited = false; // until an analysis reads it
    const auto order = runOrder(analyses());
    for (const Analysis* analysis : order.ok() ? *order : std::vector<const Analysis*>{}) { // a test checks the order
        if (stop.stop_requested())
            break;
        if (!options.only.empty() &&
            std::find(options.only.begin(), options.only.end(), analysis->name) == options.only.end())
            continue;
        if (isPeriodAwaited && analysis->reads(kPeriodAnalysis, view.stepCount() > 0)) {
            report.period = options.period();
            isPeriodAwaited = false;
        }
        if (options.period && analysis->name == kPeriodAnalysis)
            isPeriodAwaited = true;
        else
            analysis->compute(view, report, stop);
    }
    if (isPeriodAwaited && !stop.stop_requested())
        report.period = options.period();
    return report;
}

} // namespace stepscope::analysis
