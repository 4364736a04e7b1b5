#include "analysis/import/headertext.h"

#include <nlohmann/json.hpp>

namespace stepscope::analysis {
namespace {

using nlohmann::json;

template <typename T>
json orNull(const std::optional<T>& value)
{
    return value ? json(*value) : json();
}

json channelJson(const trace::Channel& channel)
{
    json object = {{"id", channel.id},
                   {"group", channel.group},
                   {"name", channel.name},
                   {"quantity", channel.quantity},
                   {"unit", channel.unit},
                   {"scale", channel.scale},
                   {"covers", channel.covers == trace::Channel::Covers::Interval ? "interval" : "instant"},
                   {"source", channel.source},
                   {"rail", channel.rail},
                   {"parent", channel.parent},
                   {"role", channel.role},
                   {"resolution", orNull(channel.resolution)},
                   {"period_ns", orNull(channel.periodNs)},
                   {"window_ns", orNull(channel.windowNs)},
                   {"lag_ns", orNull(channel.lagNs)}};
    if (channel.core >= 0) {
        object["core"] = channel.core;
        object["cluster"] = channel.cluster;
    }
    return object;
}

json deviceJson(const trace::Device& device)
{
    json cores = json::array();
    for (const trace::Core& core : device.cores)
        cores.push_back({{"core", core.core}, {"cluster", core.cluster}});
    return {{"hostname", device.hostname}, {"board", device.board},
            {"model", device.model},       {"soc", device.soc},
            {"l4t", device.l4t},           {"kernel", device.kernel},
            {"machine", device.machine},   {"memory_bytes", device.memoryBytes},
            {"cores", std::move(cores)}};
}

std::string dumped(const json& object)
{
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::string headerText(const trace::RunHeader& header)
{
    json sources = json::array();
    for (const trace::Source& source : header.sources)
        sources.push_back({{"name", source.name},
                           {"title", source.title},
                           {"state", source.state},
                           {"resolution", source.resolution},
                           {"reason", source.reason}});
    json channels = json::array();
    for (const trace::Channel& channel : header.channels)
        channels.push_back(channelJson(channel));
    return dumped({{"format", 1},
                   {"run", header.run},
                   {"virtual", header.isVirtual},
                   {"agent", {{"version", header.agentVersion}, {"architecture", header.device.machine}}},
                   {"start", {{"monotonic_ns", header.startMonotonic}, {"realtime_ns", header.startRealtime}}},
                   {"options", {{"period_ns", header.periodNs}, {"ops", header.ops}, {"spool_limit_bytes", 0}}},
                   {"command", header.command},
                   {"cwd", header.workingDirectory},
                   {"device", deviceJson(header.device)},
                   {"sources", std::move(sources)},
                   {"channels", std::move(channels)}});
}

std::string footerText(std::int64_t endNs, const RecordingTotals& totals)
{
    return dumped({{"end_ns", endNs},
                   {"exit_status", 0},
                   {"signal", 0},
                   {"state", "ended"},
                   {"reason", ""},
                   {"totals",
                    {{"samples", totals.samples},
                     {"spans", totals.spans},
                     {"steps", totals.steps},
                     {"log_bytes", 0},
                     {"losses", totals.losses}}}});
}

} // namespace stepscope::analysis
