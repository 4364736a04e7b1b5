#include "remote/agent/recording/header.h"
#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/agent/sampling/measuredsensors.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

#include <signal.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

/// Longer than the 5 s after which a training is killed, plus the time to complete the recording.
constexpr std::int64_t kStopTimeout = 20 * format::kSecond;

std::string stateLine(const std::string& run, const char* state)
{
    std::array<char, 512> memory;
    json::Writer json(memory);
    json.beginObject().key("run").text(run).key("state").text(state).endObject();
    return std::string(json.written());
}

} // namespace

Result<std::string> probe(const Options& options)
{
    const SystemTree tree(options.sysroot);
    if (tree.isDescribed() && !tree.exists("/"))
        return format::failure(Error::Code::NotFound, "the folder " + options.sysroot + " was not found (--sysroot)");
    const Board board = identifyBoard(tree);
    Training training;
    SamplingPlan plan = planSampling(SourceContext{tree, board, training, options.periodNs});
    applyMeasuredSensors(plan, board, readMeasuredSensors());
    return probeText(board, plan);
}

Result<std::string> list(const Options& options)
{
    const std::string runs = TRY(runsFolder(options));
    std::string text = "[";
    for (const RunFolder& folder : findRuns(runs)) {
        const auto run = readRun(folder);
        if (!run)
            continue;
        std::vector<char> memory(run->commandJson.size() + 8 * folder.path.size() + 1024);
        json::Writer json(memory);
        json.beginObject().key("run").text(folder.run).key("state").text(runStateName(run->state));
        json.key("command").raw(run->commandJson).key("started_realtime_ns").integer(run->startedRealtimeNs);
        json.key("bytes").integer(static_cast<std::int64_t>(run->bytes)).key("exit_status");
        if (run->exitStatus)
            json.integer(*run->exitStatus);
        else
            json.null();
        json.key("spool").text(folder.recording()).endObject();
        text += text.size() > 1 ? "," : "";
        text += json.written();
    }
    return text + "]";
}

Result<std::string> stop(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    if (const int supervisor = supervisorOf(folder); supervisor != 0 && kill(supervisor, SIGUSR1) != 0)
        return format::failure(Error::Code::Denied,
                               "Permission denied: run " + folder.run + " belongs to another user");
    const std::int64_t deadline = format::monotonicNs() + kStopTimeout;
    while (supervisorOf(folder) != 0) {
        if (format::monotonicNs() > deadline)
            return format::failure("run " + folder.run + " did not end within 20 s; its supervisor is process " +
                                   std::to_string(supervisorOf(folder)));
        format::sleepUntil(format::monotonicNs() + 20 * format::kMillisecond);
    }
    const auto run = readRun(folder);
    return stateLine(folder.run, run ? runStateName(run->state) : runStateName(RunState::Crashed));
}

Result<std::string> removeRun(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    if (supervisorOf(folder) != 0)
        return format::failure(Error::Code::Usage, "run " + folder.run + " is still running; stop it first");
    const auto run = readRun(folder);
    const char* state = runStateName(run ? run->state : RunState::Crashed);
    if (auto removed = removeFolder(folder.path); !removed)
        return removed.error();
    return stateLine(folder.run, state);
}

} // namespace stepscope::agent
