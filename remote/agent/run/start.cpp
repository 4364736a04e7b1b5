#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/agent/run/supervisor.h"
#include "remote/agent/system/systemtree.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

#include <climits>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

/// The detached process's answer to `start`: "ok PID" or "error CODE TEXT".
void report(int descriptor, const Result<int>& begun)
{
    const std::string text =
        begun ? "ok " + std::to_string(*begun)
              : "error " + std::to_string(static_cast<int>(begun.error().code)) + " " + begun.error().text;
    [[maybe_unused]] const ssize_t wrote = write(descriptor, text.data(), text.size());
    close(descriptor);
}

Result<int> readReport(int descriptor)
{
    std::string text;
    std::array<char, 4096> piece;
    for (ssize_t got = read(descriptor, piece.data(), piece.size()); got > 0;
         got = read(descriptor, piece.data(), piece.size()))
        text.append(piece.data(), static_cast<std::size_t>(got));
    close(descriptor);
    int number = 0;
    const std::size_t space = text.find(' ');
    if (space == std::string::npos)
        return format::failure("the run's process ended before the start; is there enough memory?");
    const char* begin = text.data() + space + 1;
    const auto read = std::from_chars(begin, text.data() + text.size(), number);
    if (text.starts_with("ok "))
        return number;
    return format::failure(static_cast<Error::Code>(number),
                           text.substr(static_cast<std::size_t>(read.ptr - text.data()) + 1));
}

/// Separates this process from the session that started it: no terminal, no inherited descriptors.
void detach(int keptDescriptor)
{
    const int devNull = open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(devNull, standard);
    const long limit = std::min(sysconf(_SC_OPEN_MAX), 4096L);
    for (int descriptor = 3; descriptor < static_cast<int>(limit); ++descriptor) {
        if (descriptor != keptDescriptor)
            close(descriptor);
    }
    [[maybe_unused]] const int changed = chdir("/");
}

[[noreturn]] void runDetached(const Options& options, const RunFolder& folder, int descriptor)
{
    setsid();
    if (fork() != 0)
        _exit(0);
    detach(descriptor);
    // On the heap because of its buffers.
    auto supervisor = std::make_unique<Supervisor>(options, folder);
    const Result<int> begun = supervisor->begin();
    report(descriptor, begun);
    if (begun)
        supervisor->superviseToEnd();
    supervisor.reset();
    _exit(begun ? 0 : 1);
}

Result<Options> absoluteFolders(Options options)
{
    std::array<char, PATH_MAX> here{};
    if (getcwd(here.data(), here.size()) == nullptr)
        return format::failure(Error::Code::NotFound,
                               "the working folder does not exist any more; give one with --cwd");
    if (options.cwd.empty())
        options.cwd = here.data();
    for (std::string* path : {&options.cwd, &options.sysroot, &options.hookFolder, &options.spoolFolder}) {
        if (!path->empty() && path->front() != '/')
            *path = std::string(here.data()) + "/" + *path;
    }
    TRY(SystemTree(options.sysroot).check());
    if (!options.hookFolder.empty() && access(options.hookFolder.c_str(), F_OK) != 0)
        return format::failure(Error::Code::NotFound, "the folder " + options.hookFolder + " was not found (--hook)");
    return options;
}

std::string startedLine(const RunFolder& folder, std::int64_t process)
{
    std::string text;
    json::Writer json(text);
    json.beginObject().key("run").text(folder.run).key("spool").text(folder.recording());
    json.key("pid").integer(process).endObject();
    return text;
}

/// The answer of a `start` with the same name, which may still be at work. nullopt if its folder has disappeared, since
/// it failed. Error Usage if the run has another command.
Result<std::optional<std::string>> answerOfEarlierStart(const RunFolder& folder, const Options& options)
{
    constexpr std::int64_t kPatience = 15 * format::kSecond;
    const std::int64_t deadline = format::monotonicNs() + kPatience;
    while (access(folder.path.c_str(), F_OK) == 0) {
        if (access(folder.facts().c_str(), F_OK) == 0) {
            const auto run = readRun(folder);
            if (!run || run->commandJson != commandJson(options))
                return format::failure(Error::Code::Usage, "the run " + folder.run +
                                                               " exists already, with another command; choose another "
                                                               "name");
            return std::optional(startedLine(folder, run->pid));
        }
        if (format::monotonicNs() > deadline)
            return format::failure("the run " + folder.run +
                                   " was begun by another command, but has not started within 15 s; choose another "
                                   "name");
        format::sleepUntil(format::monotonicNs() + 20 * format::kMillisecond);
    }
    return std::optional<std::string>();
}

/// Serializes the starts that refuse others, so that each sees the runs of the earlier ones. The lock ends with this
/// process.
void lockStarts(const std::string& runs)
{
    const int descriptor = open((runs + "/.starts").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct flock lock
    {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    // Without locks, as on some network file systems, only two starts at the same moment are not noticed.
    if (descriptor >= 0)
        fcntl(descriptor, F_SETLKW, &lock);
}

/// An error if another run is in progress, or a training continues without its supervisor.
Result<void> requireNoOther(const RunFolder& folder, const std::string& runs)
{
    for (const RunFolder& other : findRuns(runs)) {
        if (other.run == folder.run)
            continue;
        const auto run = readRun(other);
        if (!run || run->state == RunState::Running || run->training != 0)
            return format::failure("the device is in use by run " + other.run + "; wait for its end, or stop it");
    }
    return {};
}

} // namespace

Result<std::string> start(const Options& relativeOptions)
{
    const Options options = TRY(absoluteFolders(relativeOptions));
    const std::string runs = TRY(runsFolder(options));
    auto made = TRY(makeRunFolder(runs, options.run));
    if (!made) {
        if (auto answer = TRY(answerOfEarlierStart({options.run, runs + "/" + options.run}, options)))
            return *answer;
        made = TRY(makeRunFolder(runs, options.run)); // the earlier attempt has failed and removed its folder
    }
    if (!made)
        return format::failure("the run " + options.run + " is being started by another command");
    const RunFolder folder = *made;
    if (options.refusesOthers) {
        // Of runs that are stored elsewhere there are links in the usual folder.
        const std::string all = runsFolder(Options()) ? runsFolder(Options()).value() : runs;
        lockStarts(all);
        if (const auto alone = requireNoOther(folder, all); !alone) {
            [[maybe_unused]] const auto removed = removeRunFolder(folder);
            return alone.error();
        }
    }
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return format::failure(std::string("a pipe cannot be created: ") + std::strerror(errno));
    const pid_t child = fork();
    if (child < 0)
        return format::failure(std::string("a process cannot be created: ") + std::strerror(errno));
    if (child == 0) {
        close(ends[0]);
        runDetached(options, folder, ends[1]);
    }
    close(ends[1]);
    const Result<int> begun = readReport(ends[0]);
    waitpid(child, nullptr, 0);
    if (!begun) {
        // The program did not run: the run is removed.
        [[maybe_unused]] const auto removed = removeRunFolder(folder);
        return begun.error();
    }
    return startedLine(folder, *begun);
}

} // namespace stepscope::agent
