#include "analysis/metrics/channelrules.h"
#include "analysis/report/analysis.h"

namespace stepscope::analysis {

void computeLosses(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    report.losses.losses = view.losses();
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        const trace::EventRecord& event = view.event(i);
        if (event.severity != trace::EventRecord::Severity::Info && event.kind != "loss")
            report.losses.warnings.push_back(event);
    }
}

void computeCpu(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    CpuResult& cpu = report.cpu;
    if (const auto* training = findChannel(view, "cpu.process")) {
        const auto busy = training->integral(report.summary.range);
        if (busy.coveredSeconds > 0)
            cpu.trainingCores = busy.mean();
    }
    const auto* channel = findChannel(view, "cpu.utilization");
    if (!channel)
        return;
    const trace::Channel& info = channel->info();
    cpu.source = info.source;
    const auto period = static_cast<double>(samplingPeriod(view, info));
    cpu.periodSeconds = period * 1e-9;
    // The resolution of a utilization is a share of the period.
    cpu.resolutionSeconds = info.resolution.value_or(0) * cpu.periodSeconds;
}

void computeMemory(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    if (report.header.device.memoryBytes > 0)
        report.memory.totalBytes = static_cast<double>(report.header.device.memoryBytes);
    else if (const auto* channel = findChannel(view, "memory.total"); channel && channel->size() > 0)
        report.memory.totalBytes = channel->extremes(0, channel->size()).max;
}

void computeTemperatures(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    report.temperatures.zones = zoneTemperatures(view, report.summary.range);
    report.temperatures.throttlings = throttlings(view, report.summary.range);
}

void computeAgentOverhead(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    const trace::TimeRange range = report.summary.range;
    if (const auto* cpu = findChannel(view, "agent.cpu")) {
        const auto integral = cpu->integral(range);
        if (integral.coveredSeconds > 0)
            report.agent.cpuFraction = integral.mean();
    }
    if (const auto* memory = findChannel(view, "agent.memory")) {
        const auto extremes = memory->extremes(memory->lowerBound(range.begin), memory->lowerBound(range.end));
        if (extremes.samples > 0)
            report.agent.rssBytes = extremes.max;
    }
}

} // namespace stepscope::analysis
