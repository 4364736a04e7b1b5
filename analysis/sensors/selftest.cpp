#include "analysis/sensors/selftest.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stop_token>

namespace stepscope::analysis {
namespace {

std::vector<trace::TimeRange> loadPhases(const trace::TraceView& view)
{
    std::vector<trace::TimeRange> phases;
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t i = 0; i < lane.size(); ++i) {
            const trace::SpanRecord span = lane.span(i);
            if (view.opName(span.op) == kLoadOp && (phases.empty() || span.start >= phases.back().end))
                phases.push_back({span.start, span.end()});
        }
        if (!phases.empty())
            break;
    }
    return phases;
}

/// Whether the channel can follow a load of the processor within a second.
bool isTested(const trace::Channel& channel, std::set<std::string>& clusters)
{
    if (channel.quantity == "cpu.utilization")
        return clusters.insert(channel.cluster).second;
    return channel.quantity == "rail.power" || channel.quantity == "gpu.utilization";
}

} // namespace

std::vector<SensorFinding> testSensors(const trace::TraceView& view, const std::stop_token& stop)
{
    std::vector<SensorFinding> findings;
    const std::vector<trace::TimeRange> phases = loadPhases(view);
    if (phases.empty())
        return findings;
    std::set<std::string> clusters;
    for (const trace::ChannelView& channel : view.channels()) {
        if (stop.stop_requested())
            return {};
        const trace::Channel& info = channel.info();
        if (!isTested(info, clusters))
            continue;
        std::vector<std::int64_t> times;
        std::vector<double> values;
        for (std::size_t i = 0; i < channel.size(); ++i) {
            times.push_back(channel.time(i));
            values.push_back(channel.value(i));
        }
        findings.push_back({info.name, info.quantity, info.unit, static_cast<double>(info.periodNs.value_or(0)) * 1e-9,
                            fitSensor(times, values, phases)});
    }
    return findings;
}

bool isMeasured(const SensorFinding& finding)
{
    // Other activity during the load lowers the explained variance and biases the window.
    constexpr double kMinExplained = 0.9;
    return finding.quantity != "cpu.utilization" && finding.response && finding.response->explained >= kMinExplained;
}

std::string toSensorLines(const std::vector<SensorFinding>& findings, const std::string& board)
{
    const auto nanoseconds = [](double seconds) {
        return "\t" + std::to_string(static_cast<std::int64_t>(std::llround(seconds * 1e9)));
    };
    std::string lines = "board\t" + board + "\n";
    for (const SensorFinding& finding : findings) {
        if (!isMeasured(finding))
            continue;
        const SensorResponse& response = *finding.response;
        lines += finding.name + nanoseconds(response.windowSeconds) + nanoseconds(response.lagSeconds) +
                 (response.updateSeconds ? nanoseconds(*response.updateSeconds) : "\t-") + "\n";
    }
    return lines;
}

} // namespace stepscope::analysis
