#include "analysis/algorithms/metrics.h"

#include "analysis/algorithms/sampling.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

std::optional<double> meanOf(const trace::TraceView& view, std::string_view quantity, trace::TimeRange range)
{
    const auto* channel = findChannel(view, quantity);
    if (!channel)
        return std::nullopt;
    const auto integral = channel->integral(range);
    return integral.coveredSeconds > 0 ? std::optional(integral.mean()) : std::nullopt;
}

std::optional<double> peakOf(const trace::TraceView& view, std::string_view quantity, trace::TimeRange range)
{
    const auto* channel = findChannel(view, quantity);
    if (!channel)
        return std::nullopt;
    const auto extremes = channel->extremes(channel->lowerBound(range.begin), channel->lowerBound(range.end));
    return extremes.samples > 0 ? std::optional(extremes.max) : std::nullopt;
}

/// Equation 2. Without channels of single cores, the one for all of them.
std::optional<double> cpuUtilization(const trace::TraceView& view, const RangeSummary& summary)
{
    double sum = 0;
    int online = 0;
    for (const CoreSummary& core : summary.cores) {
        if (core.coveredSeconds > 0) {
            sum += core.utilization;
            ++online;
        }
    }
    if (online > 0)
        return sum / online;
    return summary.cores.empty() ? meanOf(view, "cpu.utilization", summary.range) : std::nullopt;
}

std::optional<double> systemJoules(const std::vector<RailSummary>& rails)
{
    const auto system = systemRails(rails);
    std::optional<double> joules;
    for (const RailSummary& rail : rails) {
        if (rail.coveredSeconds > 0 && std::find(system.begin(), system.end(), rail.name) != system.end())
            joules = joules.value_or(0) + rail.joules;
    }
    return joules;
}

void countSteps(const trace::TraceView& view, RangeSummary& summary)
{
    double seconds = 0;
    for (std::size_t i = view.stepLowerBound(summary.range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= summary.range.end)
            break;
        if (step.start < summary.range.begin || step.end > summary.range.end)
            continue;
        ++summary.steps;
        seconds += static_cast<double>(step.end - step.start) * 1e-9;
    }
    summary.meanStepSeconds = summary.steps > 0 ? seconds / static_cast<double>(summary.steps) : 0;
}

} // namespace

RunWindow runWindow(const trace::TraceView& view, std::size_t skippedSteps)
{
    const std::size_t steps = view.stepCount();
    if (steps == 0)
        return {view.extent(), 0, true};
    const std::size_t skipped = std::min(skippedSteps, steps - 1); // one step at least is left
    return {{view.step(skipped).start, view.step(steps - 1).end}, skipped, false};
}

RangeSummary summarize(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    RangeSummary summary;
    summary.range = range;
    countSteps(view, summary);
    summary.cores = coreSummaries(view, range, cancelled);
    summary.cpuUtilization = cpuUtilization(view, summary);
    summary.gpuUtilization = meanOf(view, "gpu.utilization", range);
    summary.peakMemoryBytes = peakOf(view, "memory.used", range);
    summary.peakProcessBytes = peakOf(view, "memory.process", range);
    summary.tensors = TensorMemory(view).of(range);
    summary.rails = railSummaries(view, range);
    summary.systemJoules = systemJoules(summary.rails);
    return summary;
}

} // namespace stepscope::analysis
