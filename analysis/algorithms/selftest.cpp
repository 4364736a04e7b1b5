#include "analysis/algorithms/selftest.h"

#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

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

/// What follows a load of the processor within a second.
bool isTested(const trace::Channel& channel, std::set<std::string>& clusters)
{
    if (channel.quantity == "cpu.utilization")
        return clusters.insert(channel.cluster).second;
    return channel.quantity == "rail.power" || channel.quantity == "gpu.utilization";
}

std::string milliseconds(double seconds, double error)
{
    std::array<char, 48> text;
    const int digits = error < 0.0005 ? 2 : error < 0.005 ? 1 : 0;
    std::snprintf(text.data(), text.size(), "%.*f ± %.*f", digits, seconds * 1e3, digits, error * 1e3);
    return text.data();
}

std::string amount(double value, const std::string& unit)
{
    std::array<char, 48> text;
    if (unit == "1")
        std::snprintf(text.data(), text.size(), "%.1f %%", 100 * value);
    else
        std::snprintf(text.data(), text.size(), "%.3g %s", value, unit.c_str());
    return text.data();
}

std::vector<std::string> row(const SensorFinding& finding)
{
    if (!finding.response)
        return {finding.name, "does not follow", "", "", "", "", ""};
    const SensorResponse& found = *finding.response;
    const std::string update = found.updateSeconds ? fixedText(*found.updateSeconds * 1e3, 1)
                                                   : "< " + fixedText(1.5 * finding.periodSeconds * 1e3, 0);
    return {finding.name,
            milliseconds(found.windowSeconds, found.windowError),
            milliseconds(found.lagSeconds, found.lagError),
            update,
            percentText(found.repeatFraction),
            amount(found.base, finding.unit),
            amount(found.gain, finding.unit)};
}

} // namespace

std::vector<SensorFinding> testSensors(const trace::TraceView& view, const std::function<bool()>& cancelled)
{
    std::vector<SensorFinding> findings;
    const std::vector<trace::TimeRange> phases = loadPhases(view);
    if (phases.empty())
        return findings;
    std::set<std::string> clusters;
    for (const trace::ChannelView& channel : view.channels()) {
        if (cancelled && cancelled())
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

std::string toSensorLines(const std::vector<SensorFinding>& findings, const std::string& board)
{
    // Something else that came and went with the load makes a fit poorer, and its window wrong.
    constexpr double kClosely = 0.9;
    const auto nanoseconds = [](double seconds) {
        return "\t" + std::to_string(static_cast<std::int64_t>(std::llround(seconds * 1e9)));
    };
    std::string lines = "board\t" + board + "\n";
    for (const SensorFinding& finding : findings) {
        if (finding.quantity == "cpu.utilization" || !finding.response || finding.response->explained < kClosely)
            continue;
        const SensorResponse& found = *finding.response;
        lines += finding.name + nanoseconds(found.windowSeconds) + nanoseconds(found.lagSeconds) +
                 (found.updateSeconds ? nanoseconds(*found.updateSeconds) : "\t-") + "\n";
    }
    return lines;
}

std::string toText(const std::vector<SensorFinding>& findings)
{
    TextPage page;
    std::vector<std::vector<std::string>> rows;
    for (const SensorFinding& finding : findings)
        rows.push_back(row(finding));
    page.table({{"channel"},
                {"window ms", true},
                {"lag ms", true},
                {"update ms", true},
                {"repeats", true},
                {"at rest", true},
                {"load adds", true}},
               rows);
    return page.text();
}

std::string toJson(const std::vector<SensorFinding>& findings)
{
    Json list = Json::array();
    for (const SensorFinding& finding : findings) {
        Json entry{
            {"channel", finding.name}, {"quantity", finding.quantity}, {"follows", finding.response.has_value()}};
        if (const auto& found = finding.response) {
            entry["window_seconds"] = found->windowSeconds;
            entry["window_error_seconds"] = found->windowError;
            entry["lag_seconds"] = found->lagSeconds;
            entry["lag_error_seconds"] = found->lagError;
            entry["update_seconds"] = orNull(found->updateSeconds);
            entry["repeat_fraction"] = found->repeatFraction;
            entry["at_rest"] = found->base;
            entry["load_adds"] = found->gain;
            entry["explained"] = found->explained;
        }
        list.push_back(std::move(entry));
    }
    return Json{{"sensors", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::analysis
