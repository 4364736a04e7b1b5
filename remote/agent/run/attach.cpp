#include "remote/agent/power/powerchange.h"
#include "remote/agent/recording/recorder.h"
#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/snapshot/snapshot.h"
#include "remote/agent/system/gpuprofiler.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;
/// How often the end of the run is checked, which does not change the file.
constexpr int kPollMs = 100;

enum class Sent { Some, ReaderGone, Failed };

class Feeder
{
public:
    explicit Feeder(int file)
        : m_file(file)
    {
        // A bigger pipe needs fewer wake-ups. The call has no effect if standard output is not a pipe.
        fcntl(STDOUT_FILENO, F_SETPIPE_SZ, static_cast<int>(kPiece));
    }

    /// Sends the bytes up to `end` and advances `offset`.
    Sent send(off_t& offset, off_t end)
    {
        while (offset < end) {
            const auto size = std::min<std::size_t>(static_cast<std::size_t>(end - offset), kPiece);
            const ssize_t wrote = m_copying ? copy(offset, size) : sendfile(STDOUT_FILENO, m_file, &offset, size);
            if (wrote > 0)
                continue;
            if (wrote == 0)
                return Sent::Failed; // the file was truncated
            if (errno == EAGAIN)
                waitForRoom();
            else if (!m_copying && (errno == EINVAL || errno == ENOSYS))
                m_copying = true; // sendfile does not support standard output's type
            else if (errno == EPIPE || errno == ECONNRESET)
                return Sent::ReaderGone;
            else if (errno != EINTR)
                return Sent::Failed;
        }
        return Sent::Some;
    }

private:
    ssize_t copy(off_t& offset, std::size_t size)
    {
        m_memory.resize(kPiece);
        const ssize_t got = pread(m_file, m_memory.data(), size, offset);
        if (got <= 0)
            return got;
        const ssize_t wrote = write(STDOUT_FILENO, m_memory.data(), static_cast<std::size_t>(got));
        if (wrote > 0)
            offset += wrote;
        return wrote;
    }
    static void waitForRoom()
    {
        pollfd waiting{STDOUT_FILENO, POLLOUT, 0};
        poll(&waiting, 1, 1000);
    }

    int m_file;
    bool m_copying = false;
    std::vector<char> m_memory;
};

/// Waits until the file has changed, the reader has closed its end, or the interval has passed.
bool waitForChange(int watch)
{
    std::array<pollfd, 2> waiting{pollfd{watch, POLLIN, 0}, pollfd{STDOUT_FILENO, 0, 0}};
    poll(waiting.data(), waiting.size(), kPollMs);
    alignas(inotify_event) std::array<char, 4096> events;
    while (watch >= 0 && read(watch, events.data(), events.size()) > 0) {
    }
    return (waiting[1].revents & (POLLERR | POLLNVAL)) == 0;
}

/// The recording of a run; opening a pipe of that name would wait for its writer.
Result<int> openRecording(const std::string& path)
{
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return format::failure(errno == EACCES ? Error::Code::Denied : Error::Code::Failed,
                               path + ": " + std::strerror(errno));
    struct stat status
    {};
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    close(file);
    return format::failure(Error::Code::Corrupt,
                           path + " is not a file, so it is not the recording of a run; remove it on the target");
}

/// The folder of the run was removed by another program while it was recorded; its lock is gone, too.
Error removedWhileRecorded(const RunFolder& folder, std::int64_t process)
{
    return format::failure(Error::Code::NotFound, "there is no such run any more: the folder " + folder.path +
                                                      " was removed on the target; what has arrived is kept. The "
                                                      "training may go on as process " +
                                                      std::to_string(process) + " of the target: `kill " +
                                                      std::to_string(process) + "` there ends it");
}

bool hasCrashed(const RunFolder& folder)
{
    const auto run = readRun(folder);
    return run && run->state == RunState::Crashed;
}

} // namespace

Result<void> attach(const Options& options)
{
    const RunFolder folder = TRY(findRun(options));
    const std::string path = folder.recording();
    const int file = TRY(openRecording(path));
    ::signal(SIGPIPE, SIG_IGN);
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch >= 0)
        inotify_add_watch(watch, path.c_str(), IN_MODIFY);
    const auto run = readRun(folder);
    Feeder feeder(file);
    auto offset = static_cast<off_t>(options.from);
    for (bool first = true;; first = false) {
        // Checked before the size, so that everything written until the end of the run is sent.
        const bool running = supervisorOf(folder) != 0;
        struct stat status
        {};
        if (fstat(file, &status) != 0)
            return format::failure(path + ": " + std::strerror(errno));
        const bool isBeyond = options.from > static_cast<std::uint64_t>(status.st_size);
        // A device that lost its power may have stored less than it had sent.
        if (first && isBeyond && !running && hasCrashed(folder))
            return {};
        if (first && isBeyond)
            return format::failure(Error::Code::Usage, "--from " + std::to_string(options.from) +
                                                           " is beyond the recording's " +
                                                           std::to_string(status.st_size) +
                                                           " bytes; that file is not of run " + options.run);
        const Sent sent = feeder.send(offset, status.st_size);
        if (sent == Sent::ReaderGone)
            return {};
        if (sent == Sent::Failed)
            return format::failure("the recording cannot be sent any further: " + std::string(std::strerror(errno)));
        if (!running && run && run->state == RunState::Running && access(folder.lock().c_str(), F_OK) != 0)
            return removedWhileRecorded(folder, run->pid);
        if (!running)
            return {};
        if (!waitForChange(watch))
            return {};
    }
}

Result<std::string> probe(const Options& options)
{
    const SystemTree tree(options.sysroot);
    TRY(tree.check());
    const Board board = identifyBoard(tree);
    Training training;
    SamplingPlan plan = planSampling(SourceContext{tree, board, training, options.periodNs});
    applyMeasuredSensors(plan, board, readMeasuredSensors());
    return probeText(board, plan);
}

Result<std::string> snapshot(const Options& options)
{
    TRY(SystemTree(options.sysroot).check());
    return takeSnapshot(options.sysroot);
}

Result<std::string> power(const Options& options)
{
    const SystemTree tree(options.sysroot);
    const PowerTools tools(tree);
    for (const std::string& text : options.powerSettings) {
        if (auto settable = tools.check(TRY(parsePowerSetting(text))); !settable)
            return settable.error();
    }
    if (auto isFree = checkPowerFree(); !isFree && !options.powerSettings.empty())
        return isFree.error();
    std::string text;
    json::Writer json(text);
    json.beginObject().key("mode").text(currentPowerMode(tree)).key("clocks_locked");
    if (const auto locked = clocksAreLocked(tree))
        json.boolean(*locked);
    else
        json.null();
    json.key("modes").beginArray();
    for (const PowerMode& mode : powerModes(tree))
        json.text(mode.name);
    json.endArray().key("clocks").beginArray();
    for (const ClockLimits& clock : clockLimits(tree)) {
        json.beginObject().key("clock").text(clock.isGpu ? "gpu" : "cpu").key("megahertz").beginArray();
        for (const std::int64_t frequency : availableFrequencies(clock))
            json.real(static_cast<double>(frequency) / (clock.isGpu ? 1e6 : 1e3), 9);
        json.endArray().endObject();
    }
    json.endArray().endObject();
    return text;
}

Result<std::string> list(const Options& options)
{
    const std::string runs = TRY(runsFolder(options));
    std::string text = "[";
    for (const RunFolder& folder : findRuns(runs)) {
        const auto run = readRun(folder);
        if (!run)
            continue;
        const std::vector<GpuProfile> profiles = gpuProfilesIn(folder.path);
        const std::size_t paths = (profiles.size() + 1) * (8 * folder.path.size() + 512);
        std::vector<char> memory(run->commandJson.size() + run->labelJson.size() + paths + 1024);
        json::Writer json(memory);
        json.beginObject().key("run").text(folder.run).key("state").text(runStateName(run->state));
        json.key("command").raw(run->commandJson).key("started_realtime_ns").integer(run->startedRealtimeNs);
        json.key("bytes").integer(static_cast<std::int64_t>(run->bytes)).key("exit_status");
        if (run->exitStatus)
            json.integer(*run->exitStatus);
        else
            json.null();
        json.key("spool").text(folder.recording()).key("label").raw(run->labelJson);
        json.key("disk_bytes").integer(static_cast<std::int64_t>(run->diskBytes));
        json.key("received").boolean(run->isReceived).key("orphan").boolean(run->training != 0);
        json.key("profiles").beginArray();
        for (const GpuProfile& profile : profiles)
            json.beginObject()
                .key("path")
                .text(profile.path)
                .key("bytes")
                .integer(static_cast<std::int64_t>(profile.bytes))
                .endObject();
        json.endArray().endObject();
        text += text.size() > 1 ? "," : "";
        text += json.written();
    }
    return text + "]";
}

} // namespace stepscope::agent
