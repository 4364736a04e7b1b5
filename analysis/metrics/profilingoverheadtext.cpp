#include "analysis/metrics/profilingoverhead.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/texttable.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <utility>

namespace stepscope::analysis {
namespace {

std::string tracingText(const Overhead& overhead)
{
    std::array<char, 160> text;
    std::snprintf(text.data(), text.size(), "%+.1f %% per traced step", 100 * overhead.tracingSlowdown);
    std::string line = text.data();
    if (const auto& interval = overhead.tracingInterval) {
        std::snprintf(text.data(), text.size(), " (95 %% interval %+.1f to %+.1f %%)", 100 * interval->low,
                      100 * interval->high);
        line += text.data();
    }
    return line + ", " + countText(overhead.tracedSteps) + " steps compared with " + countText(overhead.untracedSteps);
}

} // namespace

std::string toText(const Overhead& overhead)
{
    if (!overhead.reason.empty())
        return "Profiling overhead: unknown; " + overhead.reason + ".\n";
    std::array<char, 160> slowdown;
    std::snprintf(slowdown.data(), slowdown.size(), "%+.2f %% (95 %% interval %+.2f to %+.2f %%)",
                  100 * overhead.slowdown, 100 * overhead.slowdownLow, 100 * overhead.slowdownHigh);
    TextPage page;
    page.heading("Profiling overhead");
    page.line("slowdown", slowdown.data());
    page.line("step, sampled",
              durationText(overhead.sampledMeanSeconds) + " (" + countText(overhead.sampledSteps) + " steps)");
    page.line("step, paused",
              durationText(overhead.pausedMeanSeconds) + " (" + countText(overhead.pausedSteps) + " steps)");
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
