#include "remote/agent/commands.h"
#include "remote/agent/header.h"
#include "remote/agent/jsonwriter.h"
#include "remote/agent/measuredsensors.h"
#include "remote/agent/runfolder.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/training.h"

#include <signal.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

/// A training that ignores SIGTERM is killed after 5 s, and its end has to be written.
constexpr std::int64_t kPatience = 20 * kSecond;

std::string stateLine(const std::string& run, const char* state)
{
    std::array<char, 512> memory;
    JsonWriter json(memory);
    json.beginObject().key("run").text(run).key("state").text(state).endObject();
    return std::string(json.written());
}

} // namespace

Result<std::string> probe(const Options& options)
{
    const SystemTree tree(options.sysroot);
    if (tree.isDescribed() && !tree.exists("/"))
        return format::failure(Error::Code::NotFound, "the folder " + options.sysroot + " was not found (--sysroot)");
    const Board board = recogniseBoard(tree);
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
        JsonWriter json(memory);
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
    const std::int64_t deadline = monotonicNs() + kPatience;
    while (supervisorOf(folder) != 0) {
        if (monotonicNs() > deadline)
            return format::failure("run " + folder.run + " did not end within 20 s; its supervisor is process " +
                                   std::to_string(supervisorOf(folder)));
        sleepUntil(monotonicNs() + 20 * kMillisecond);
    }
    const auto run = readRun(folder);
    return stateLine(folder.run, run ? runStateName(run->state) : runStateName(RunState::Crashed));
}

Result<std::string> removeRun(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    if (supervisorOf(folder) != 0)
        return format::failure(Error::Code::Usage, "run " + folder.run + " is still going on; stop it first");
    const auto run = readRun(folder);
    const char* state = runStateName(run ? run->state : RunState::Crashed);
    if (auto removed = removeFolder(folder.path); !removed)
        return removed.error();
    return stateLine(folder.run, state);
}

} // namespace stepscope::agent
