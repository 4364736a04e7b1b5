#include "ui/fleet/devicefigures.h"

#include "analysis/metrics/trainingfailure.h"
#include "analysis/report/observationfacts.h"
#include "analysis/report/report.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::ui {

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kRecentNs = 10 * kSecondNs;
constexpr std::int64_t kLongestNs = 120 * kSecondNs;
constexpr std::size_t kLeastFleetSteps = 3;

/// The time that the figures of a run in progress cover.
trace::TimeRange recentRange(const trace::TraceView& view)
{
    const trace::TimeRange whole = view.extent();
    std::int64_t begin = whole.end - kRecentNs;
    if (view.stepCount() >= kLeastFleetSteps)
        begin = std::min(begin, view.step(view.stepCount() - kLeastFleetSteps).start);
    return {std::max({begin, whole.end - kLongestNs, whole.begin}), whole.end};
}

void setTemperature(DeviceFigures& figures, const analysis::TemperatureResult& result)
{
    for (const analysis::ZoneTemperature& zone : result.zones) {
        const double value = figures.isWhole ? zone.max : zone.last;
        if (std::isfinite(value) && (!figures.celsius || value > *figures.celsius)) {
            figures.celsius = value;
            figures.hottest = zone.name;
        }
    }
    figures.throttles = std::any_of(result.throttlings.begin(), result.throttlings.end(),
                                    [](const analysis::Throttling& reason) { return reason.happened(); });
}

/// The points lie at multiples of their length since the start of the run, so that new data move a line
/// without changing its shape.
void setLines(DeviceFigures& figures, const trace::TraceView& view, const std::stop_token& stop)
{
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr auto kLength = static_cast<std::int64_t>(Sparkline::kSecondsPerPoint * 1e9);
    const trace::TimeRange whole = view.extent();
    const std::int64_t last = whole.begin + whole.duration() / kLength * kLength; // end of the last whole point
    const auto value = [](const std::optional<double>& figure) { return figure ? static_cast<float>(*figure) : kNone; };
    for (std::size_t i = 0; i < Sparkline::kPoints; ++i) {
        const std::int64_t end = last - static_cast<std::int64_t>(Sparkline::kPoints - 1 - i) * kLength;
        const bool isInside = end - kLength >= whole.begin && !stop.stop_requested();
        const analysis::RangeSummary summary =
            isInside ? analysis::summarize(view, {end - kLength, end}, stop) : analysis::RangeSummary();
        figures.wattsLine.values[i] = value(summary.systemWatts);
        figures.gpuLine.values[i] = value(summary.gpuUtilization);
        figures.stepsLine.values[i] =
            summary.stepsSeconds > 0 ? static_cast<float>(static_cast<double>(summary.steps) / summary.stepsSeconds)
                                     : kNone;
    }
}

std::string fleetTitle(const trace::TraceView& view)
{
    const trace::RunHeader& header = view.header();
    std::string title = !header.device.board.empty() ? header.device.board : header.device.model;
    const std::string training = analysis::modelOf(header.command);
    if (title.empty() || training.empty())
        return title + training;
    return title + ", " + training;
}

} // namespace

DeviceFigures deviceFigures(const trace::TraceView& view, bool isLive, const std::stop_token& stop)
{
    DeviceFigures figures;
    figures.isWhole = !isLive;
    if (!view.hasHeader())
        return figures;
    analysis::ReportOptions options;
    options.only = {"steps", "memory", "temperatures"};
    if (isLive)
        options.range = recentRange(view);
    const analysis::Report report = analysis::makeReport(view, options, stop);
    figures.steps = view.stepCount();
    figures.seconds = view.extent().seconds();
    figures.stepsPerSecond = report.steps.stepsPerSecond;
    figures.samplesPerSecond = report.steps.samplesPerSecond;
    figures.watts = report.summary.systemWatts;
    figures.gpu = report.summary.gpuUtilization;
    figures.memoryBytes = report.summary.peakMemoryBytes;
    figures.totalBytes = report.memory.totalBytes;
    setTemperature(figures, report.temperatures);
    if (const auto failure = analysis::trainingFailure(view, 1); failure && !isLive)
        figures.failure = failure->ending;
    figures.title = fleetTitle(view);
    setLines(figures, view, stop);
    return figures;
}

} // namespace stepscope::ui
