#include "analysis/metrics/profilingoverhead.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/texttable.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stepscope::analysis {
namespace {

std::string changeIntervalText(double low, double high, int digits)
{
    return " (95 % interval " + changeText(low, digits) + " to " + changeText(high, digits) + ")";
}

std::string tracingText(const Overhead& overhead)
{
    std::string line = changeText(overhead.tracingSlowdown, 1) + " per traced step";
    if (const auto& interval = overhead.tracingInterval)
        line += changeIntervalText(interval->low, interval->high, 1);
    return line + ", " + countText(overhead.tracedSteps, "step") + " compared with " +
           countText(overhead.untracedSteps);
}

} // namespace

std::string toText(const Overhead& overhead)
{
    if (!overhead.reason.empty())
        return "Profiling overhead: unknown; " + overhead.reason + ".\n";
    TextPage page;
    page.heading("Profiling overhead");
    page.line("slowdown",
              changeText(overhead.slowdown, 2) + changeIntervalText(overhead.slowdownLow, overhead.slowdownHigh, 2));
    page.line("step, sampled",
              durationText(overhead.sampledMeanSeconds) + " (" + countText(overhead.sampledSteps, "step") + ")");
    page.line("step, paused",
              durationText(overhead.pausedMeanSeconds) + " (" + countText(overhead.pausedSteps, "step") + ")");
    page.line("agent", orUnknown(overhead.agentCpuFraction, percentText) + " of a core, " +
                           orUnknown(overhead.agentRssBytes, bytesText));
    if (overhead.tracedSteps > 0)
        page.line("op recording", tracingText(overhead));
    return page.text();
}

std::string toJson(const Overhead& overhead)
{
    Json json{{"sampled_steps", overhead.sampledSteps}, {"paused_steps", overhead.pausedSteps}};
    if (!overhead.reason.empty()) {
        json["slowdown"] = nullptr;
        json["reason"] = overhead.reason;
    } else {
        json["sampled_mean_seconds"] = overhead.sampledMeanSeconds;
        json["paused_mean_seconds"] = overhead.pausedMeanSeconds;
        json["slowdown"] = overhead.slowdown;
        json["slowdown_interval"] = {overhead.slowdownLow, overhead.slowdownHigh};
    }
    json["tracing"] = nullptr;
    if (overhead.tracedSteps > 0) {
        json["tracing"] = {{"traced_steps", overhead.tracedSteps},
                           {"untraced_steps", overhead.untracedSteps},
                           {"slowdown", overhead.tracingSlowdown},
                           {"slowdown_interval", nullptr}};
        if (const auto& interval = overhead.tracingInterval)
            json["tracing"]["slowdown_interval"] = {interval->low, interval->high};
    }
    json["agent"] = {{"cpu_fraction", orNull(overhead.agentCpuFraction)},
                     {"rss_bytes", orNull(overhead.agentRssBytes)}};
    return Json{{"overhead", std::move(json)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::analysis
