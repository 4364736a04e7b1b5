#include "remote/agent/recording/header.h"

#include "remote/agent/system/python.h"
#include "remote/format/clock.h"
#include "remote/format/version.h"
#include "remote/json/writer.h"

#include <unistd.h>

namespace stepscope::agent {
namespace {

/// Enough for 4096 channels.
constexpr std::size_t kMaxHeader = std::size_t{2} << 20U;

void writeAgent(json::Writer& json)
{
    json.beginObject().key("version").text(format::version()).key("architecture").text(agentArchitecture()).endObject();
}

void writeDevice(json::Writer& json, const Board& board)
{
    json.beginObject();
    json.key("hostname").text(board.hostname).key("board").text(board.board).key("model").text(board.model);
    json.key("soc").text(board.soc).key("l4t").text(board.l4t).key("jetpack").text(board.jetpack);
    json.key("power_mode").text(board.powerMode).key("clocks_locked");
    if (board.clocksLocked)
        json.boolean(*board.clocksLocked);
    else
        json.null();
    json.key("kernel").text(board.kernel);
    json.key("machine").text(board.machine).key("memory_bytes").integer(board.memoryBytes);
    json.key("cores").beginArray();
    for (const Core& core : board.cores)
        json.beginObject().key("core").integer(core.number).key("cluster").text(core.cluster).endObject();
    json.endArray().endObject();
}

format::Result<std::string> finished(const json::Writer& json)
{
    if (json.overflowed())
        return format::failure("This machine has more channels than a recording can describe.");
    return std::string(json.written());
}

void writePython(json::Writer& json)
{
    const auto python = findPython();
    if (!python) {
        json.null();
        return;
    }
    json.beginObject().key("path").text(python->path).key("version").text(python->version).endObject();
}

/// Advice on data that this machine could provide with other permissions or settings.
void writeAdvice(json::Writer& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        if (source.finding.state == SourceState::Denied)
            json.text(std::string(source.row->title) + ": " + source.finding.reason);
    }
    if (getuid() != 0)
        json.text(
            "As root the sampler gets real-time priority, so that its samples are less delayed on a busy machine.");
    json.endArray();
}

} // namespace

const char* agentArchitecture()
{
#if defined(__aarch64__)
    return "aarch64";
#else
    return "x86_64";
#endif
}

format::Result<std::string> headerText(const HeaderParts& parts)
{
    const RecorderOptions& options = parts.options;
    std::vector<char> memory(kMaxHeader);
    json::Writer json(memory);
    const format::ClockPair start = format::readClockPair();
    json.beginObject().key("format").integer(1).key("run").text(options.run).key("virtual").boolean(parts.isDescribed);
    json.key("agent");
    writeAgent(json);
    json.key("start").beginObject().key("monotonic_ns").integer(start.monotonic);
    json.key("realtime_ns").integer(start.realtime).endObject();
    json.key("options").beginObject().key("period_ns").integer(options.periodNs).key("grid_ns").integer(options.gridNs);
    json.key("pause_ns").integer(options.pauseNs).key("ops").text(options.ops);
    json.key("spool_limit_bytes").integer(static_cast<std::int64_t>(options.spoolLimitBytes)).endObject();
    json.key("command").beginArray();
    for (const std::string& word : options.command)
        json.text(word);
    json.endArray().key("cwd").text(options.cwd).key("device");
    writeDevice(json, parts.board);
    json.key("sources");
    writeSources(json, parts.plan);
    json.key("channels");
    writeChannels(json, parts.plan);
    json.endObject();
    return finished(json);
}

format::Result<std::string> probeText(const Board& board, const SamplingPlan& plan)
{
    std::vector<char> memory(kMaxHeader);
    json::Writer json(memory);
    json.beginObject().key("agent");
    writeAgent(json);
    json.key("device");
    writeDevice(json, board);
    json.key("sources");
    writeSources(json, plan);
    json.key("channels");
    writeChannels(json, plan);
    json.key("python");
    writePython(json);
    json.key("advice");
    writeAdvice(json, plan);
    json.endObject();
    return finished(json);
}

} // namespace stepscope::agent
