#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

#include <cerrno>
#include <csignal>
#include <cstring>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

/// Longer than the 5 s after which a training is killed, plus the time to complete the recording.
constexpr std::int64_t kStopTimeout = 20 * format::kSecond;
constexpr std::int64_t kKillOrphanAfter = 5 * format::kSecond;
constexpr std::int64_t kLookAgain = 20 * format::kMillisecond;

std::string stateLine(const RunFolder& folder)
{
    const auto run = readRun(folder);
    std::string text;
    json::Writer json(text);
    json.beginObject().key("run").text(folder.run);
    json.key("state").text(runStateName(run ? run->state : RunState::Crashed)).endObject();
    return text;
}

Result<void> stopSupervisor(const RunFolder& folder)
{
    const std::int64_t deadline = format::monotonicNs() + kStopTimeout;
    const int supervisor = supervisorOf(folder);
    if (supervisor != 0 && kill(supervisor, SIGUSR1) != 0)
        return format::failure(Error::Code::Denied,
                               "Permission denied: run " + folder.run + " belongs to another user");
    // One that is stopped does not handle the signal otherwise.
    if (supervisor != 0)
        kill(supervisor, SIGCONT);
    while (supervisorOf(folder) != 0) {
        if (format::monotonicNs() > deadline)
            return format::failure("run " + folder.run + " did not end within 20 s; its supervisor is process " +
                                   std::to_string(supervisorOf(folder)));
        format::sleepUntil(format::monotonicNs() + kLookAgain);
    }
    return {};
}

/// Ends the process group of a training whose supervisor has died.
Result<void> stopOrphan(const RunFolder& folder, int training)
{
    const std::int64_t started = startOfProcess(training);
    const std::int64_t begin = format::monotonicNs();
    bool isKilled = false;
    if (kill(-training, SIGTERM) != 0)
        return format::failure(Error::Code::Denied, "the training of run " + folder.run + ", process " +
                                                        std::to_string(training) +
                                                        ", cannot be stopped: " + std::strerror(errno));
    kill(-training, SIGCONT);
    while (startOfProcess(training) == started) {
        const std::int64_t waited = format::monotonicNs() - begin;
        if (waited > kStopTimeout)
            return format::failure("the training of run " + folder.run + ", process " + std::to_string(training) +
                                   ", did not end within 20 s");
        if (waited > kKillOrphanAfter && !isKilled)
            isKilled = kill(-training, SIGKILL) == 0;
        format::sleepUntil(format::monotonicNs() + kLookAgain);
    }
    return {};
}

} // namespace

Result<std::string> stop(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    TRY(stopSupervisor(folder));
    if (const auto run = readRun(folder); run && run->training != 0)
        TRY(stopOrphan(folder, run->training));
    return stateLine(folder);
}

Result<std::string> removeRun(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    const auto run = readRun(folder);
    if (supervisorOf(folder) != 0 || (run && run->training != 0))
        return format::failure(Error::Code::Usage, "run " + folder.run + " is still running; stop it first");
    std::string line = stateLine(folder);
    if (auto removed = removeRunFolder(folder); !removed)
        return removed.error();
    return line;
}

Result<std::string> received(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    if (!noteReceived(folder, options.bytes))
        return format::failure("the receipt of run " + folder.run + " cannot be stored: " + std::strerror(errno));
    return stateLine(folder);
}

} // namespace stepscope::agent
