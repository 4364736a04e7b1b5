#include "remote/agent/run/runfolder.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"
#include "remote/json/reader.h"
#include "remote/json/utf8.h"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <ftw.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::uint64_t kLeastFree = std::uint64_t{4} << 20U;
constexpr std::size_t kStateSize = 512;
/// Limit of run.json: the longest command line of Linux, in which each byte may be escaped.
constexpr std::size_t kMostFacts = std::size_t{16} << 20U;

Error cannotMake(const std::string& path, int error)
{
    const auto code = error == EACCES || error == EROFS || error == EPERM ? Error::Code::Denied
                      : error == ENOSPC || error == EDQUOT                ? Error::Code::NoSpace
                                                                          : Error::Code::Failed;
    return format::failure(code,
                           std::string(std::strerror(error)) + ": the folder " + path +
                               " for the recording cannot be created or written; choose another one with --spool");
}

/// mkdir -p with permissions for this user only.
Result<void> makeFolders(const std::string& path)
{
    for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        const std::string part = path.substr(0, slash);
        if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
            return cannotMake(path, errno);
        if (slash == std::string::npos)
            return {};
    }
}

/// A user who may rename the entries of the folder could replace the hook, which the training executes, and the run.
/// The members of the folder's group are trusted.
Result<void> requireSafe(const std::string& path)
{
    struct stat status
    {};
    if (stat(path.c_str(), &status) != 0)
        return cannotMake(path, errno);
    const bool isForeign = status.st_uid != geteuid() && status.st_uid != 0;
    const bool isOpen = (status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0;
    if (!isForeign && !isOpen)
        return {};
    return format::failure(
        Error::Code::Denied,
        "the folder " + path +
            (isForeign ? " belongs to another user" : " can be changed by every user of this device") +
            ", who could replace the hook and the recording in it; choose a folder of your own with "
            "--spool");
}

std::string newRunName()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &local);
    std::uint16_t random = 0;
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) < 0)
        random = static_cast<std::uint16_t>(getpid());
    std::array<char, 8> suffix{};
    std::snprintf(suffix.data(), suffix.size(), "-%04x", random);
    return std::string(stamp.data()) + suffix.data();
}

int removeEntry(const char* path, const struct stat* /*status*/, int /*type*/, FTW* /*where*/)
{
    return ::remove(path);
}

} // namespace

const char* runStateName(RunState state)
{
    switch (state) {
    case RunState::Running:
        return "running";
    case RunState::Ended:
        return "ended";
    case RunState::Crashed:
        break;
    }
    return "crashed";
}

Result<std::string> runsFolder(const Options& options)
{
    std::string folder = options.spoolFolder;
    if (folder.empty()) {
        const char* home = std::getenv("HOME");
        if (home == nullptr || *home == '\0')
            return format::failure(Error::Code::Usage, "HOME is not set; give a folder for the runs with --spool DIR");
        folder = std::string(home) + "/.stepscope/runs";
    }
    if (folder.front() != '/') {
        std::array<char, PATH_MAX> here{};
        if (getcwd(here.data(), here.size()) == nullptr)
            return format::failure(Error::Code::NotFound,
                                   "the working folder does not exist any more; give a full path with --spool");
        folder = std::string(here.data()) + "/" + folder;
    }
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    return folder;
}

namespace {

/// ~/.stepscope/runs; empty without a home.
std::string usualRunsFolder()
{
    return runsFolder(Options()).ok() ? runsFolder(Options()).value() : std::string();
}

/// A link in ~/.stepscope/runs to a run that is stored elsewhere.
Result<void> linkRun(const RunFolder& folder)
{
    const std::string usual = usualRunsFolder();
    if (usual.empty() || folder.path == usual + "/" + folder.run)
        return {};
    TRY(makeFolders(usual));
    const std::string link = usual + "/" + folder.run;
    if (symlink(folder.path.c_str(), link.c_str()) == 0)
        return {};
    const int error = errno;
    return format::failure(error == ENOSPC || error == EDQUOT ? Error::Code::NoSpace : Error::Code::Failed,
                           std::string(std::strerror(error)) + ": the link " + link +
                               " to the run cannot be created; without it the run could not be found again");
}

} // namespace

Result<std::optional<RunFolder>> makeRunFolder(const std::string& runsFolder, const std::string& name)
{
    if (auto created = makeFolders(runsFolder); !created)
        return created.error();
    if (auto safe = requireSafe(runsFolder); !safe)
        return safe.error();
    struct statvfs room
    {};
    if (statvfs(runsFolder.c_str(), &room) == 0 && std::uint64_t{room.f_bavail} * room.f_frsize < kLeastFree)
        return format::failure(
            Error::Code::NoSpace,
            "there is no room for a recording in " + runsFolder +
                " (less than 4 MiB are free); free some space, or choose another folder with --spool");
    for (int attempt = 0; attempt < 100; ++attempt) {
        RunFolder folder;
        folder.run = name.empty() ? newRunName() : name;
        folder.path = runsFolder + "/" + folder.run;
        if (mkdir(folder.path.c_str(), 0700) == 0) {
            if (auto linked = linkRun(folder); !linked) {
                rmdir(folder.path.c_str());
                return linked.error();
            }
            return std::optional(folder);
        }
        if (errno != EEXIST)
            return cannotMake(folder.path, errno);
        if (!name.empty())
            return std::optional<RunFolder>();
    }
    return format::failure("every name for a new run is taken in " + runsFolder + "; try again");
}

Result<void> removeRunFolder(const RunFolder& folder)
{
    std::array<char, PATH_MAX> real{};
    TRY(removeFolder(realpath(folder.path.c_str(), real.data()) != nullptr ? real.data() : folder.path));
    for (const std::string& link : {folder.path, usualRunsFolder() + "/" + folder.run}) {
        struct stat status
        {};
        if (lstat(link.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
            unlink(link.c_str());
    }
    return {};
}

Result<RunFolder> findRun(const Options& options)
{
    const std::string runs = TRY(runsFolder(options));
    RunFolder folder{options.run, runs + "/" + options.run};
    if (access(folder.recording().c_str(), F_OK) != 0)
        return format::failure(Error::Code::NotFound,
                               "no such run: " + options.run + " in " + runs + "; `stepscope runs` lists them");
    return folder;
}

std::vector<RunFolder> findRuns(const std::string& runsFolder)
{
    std::vector<RunFolder> runs;
    for (const std::string& name : SystemTree().list(runsFolder)) {
        RunFolder folder{name, runsFolder + "/" + name};
        if (access(folder.recording().c_str(), F_OK) == 0)
            runs.push_back(std::move(folder));
    }
    return runs;
}

namespace {

/// The JSON of a member if it begins with this character, else `other`.
std::string memberOr(std::string_view facts, std::string_view key, char first, const char* other)
{
    const auto value = json::findMember(facts, key);
    return value && value->starts_with(first) ? std::string(*value) : std::string(other);
}

/// The training, if it continues. After a restart of the device another process can have its ID and time of start,
/// which is counted from the boot.
int trainingOf(std::string_view facts)
{
    std::array<char, 64> memory;
    const auto boot = json::toText(json::findMember(facts, "boot"), memory);
    if (boot && *boot != bootId())
        return 0;
    const auto process = static_cast<int>(json::toInteger(json::findMember(facts, "pid")).value_or(0));
    const std::int64_t started = json::toInteger(json::findMember(facts, "pid_started")).value_or(0);
    return process > 1 && started != 0 && startOfProcess(process) == started ? process : 0;
}

} // namespace

std::optional<RunSummary> readRun(const RunFolder& folder)
{
    // The lock is checked first: a run that ends in between writes its state before it releases the lock.
    const bool running = supervisorOf(folder) != 0;
    std::string facts = readFile(folder.facts(), kMostFacts);
    const std::string state = readFile(folder.state(), kStateSize);
    // The client does not accept a list with invalid UTF-8.
    if (!json::isObject(facts) || !json::isUtf8(facts)) {
        if (running)
            return std::nullopt;
        facts = "{}";
    }
    RunSummary summary;
    summary.folder = folder;
    summary.commandJson = memberOr(facts, "command", '[', "[]");
    summary.labelJson = memberOr(facts, "label", '"', "\"\"");
    summary.startedRealtimeNs = json::toInteger(json::findMember(facts, "started_realtime_ns")).value_or(0);
    summary.pid = json::toInteger(json::findMember(facts, "pid")).value_or(0);
    struct stat status
    {};
    if (stat(folder.recording().c_str(), &status) == 0)
        summary.bytes = static_cast<std::uint64_t>(status.st_size);
    summary.diskBytes = folderBytes(folder.path);
    std::array<char, 16> memory;
    const bool ended = json::isObject(state) &&
                       json::toText(json::findMember(state, "state"), memory).value_or("running") != "running";
    summary.state = running ? RunState::Running : ended ? RunState::Ended : RunState::Crashed;
    if (!running && ended)
        summary.exitStatus = json::toInteger(json::findMember(state, "exit_status"));
    if (!running)
        summary.training = trainingOf(facts);
    summary.isReceived = !running && readFile(folder.received(), 32) == std::to_string(summary.bytes);
    return summary;
}

int supervisorOf(const RunFolder& folder)
{
    const int descriptor = open(folder.lock().c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return 0;
    struct flock lock
    {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    const bool hasAnswer = fcntl(descriptor, F_GETLK, &lock) == 0;
    close(descriptor);
    return hasAnswer && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

bool holdLock(const RunFolder& folder)
{
    // Never closed: the lock ends with the process. Unlike flock(2), a POSIX lock reports its owner.
    const int descriptor = open(folder.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct flock lock
    {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return descriptor >= 0 && fcntl(descriptor, F_SETLK, &lock) == 0;
}

bool noteReceived(const RunFolder& folder, std::uint64_t bytes)
{
    return writeFile(folder.received(), std::to_string(bytes));
}

std::string bootId()
{
    std::string id = readFile("/proc/sys/kernel/random/boot_id", 64);
    id.erase(std::min(id.find('\n'), id.size()));
    return id;
}

std::int64_t startOfProcess(int process)
{
    constexpr int kFieldsBetween = 19; // from the state, field 3, to the start, field 22
    const std::string status = readFile("/proc/" + std::to_string(process) + "/stat", 4096);
    const std::size_t name = status.rfind(") ");
    if (name == std::string::npos)
        return 0;
    std::string_view rest = std::string_view(status).substr(name + 2);
    if (rest.starts_with('Z') || rest.starts_with('X'))
        return 0;
    for (int i = 0; i < kFieldsBetween; ++i)
        rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
    return takeNumber(rest).value_or(0);
}

std::string readFile(const std::string& path, std::size_t limit)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe would wait for a writer
    std::string text;
    std::array<char, 16384> piece;
    while (descriptor >= 0 && text.size() < limit) {
        const ssize_t got = read(descriptor, piece.data(), std::min(piece.size(), limit - text.size()));
        if (got <= 0)
            break;
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
    if (descriptor >= 0)
        close(descriptor);
    return text;
}

bool writeFile(const std::string& path, std::string_view text)
{
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0600);
    if (descriptor < 0)
        return false;
    const ssize_t wrote = write(descriptor, text.data(), text.size());
    const bool closed = close(descriptor) == 0;
    return closed && wrote == static_cast<ssize_t>(text.size());
}

bool writeState(const RunFolder& folder, std::string_view json)
{
    std::array<char, kStateSize> text;
    text.fill(' ');
    std::memcpy(text.data(), json.data(), std::min(json.size(), text.size()));
    const int descriptor = open(folder.state().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    const ssize_t wrote = pwrite(descriptor, text.data(), text.size(), 0);
    close(descriptor);
    return wrote == static_cast<ssize_t>(text.size());
}

Result<void> removeFolder(const std::string& path)
{
    constexpr int kDescriptors = 16;
    if (nftw(path.c_str(), removeEntry, kDescriptors, FTW_DEPTH | FTW_PHYS) == 0)
        return {};
    return format::failure(errno == EACCES ? Error::Code::Denied : Error::Code::Failed,
                           path + " cannot be removed: " + std::strerror(errno));
}

namespace {

std::uint64_t countedBytes = 0; ///< for nftw(3), whose function has no argument for it

int countEntry(const char* /*path*/, const struct stat* status, int type, FTW* /*where*/)
{
    constexpr std::uint64_t kBlock = 512;
    if (type == FTW_F || type == FTW_D)
        countedBytes += static_cast<std::uint64_t>(status->st_blocks) * kBlock;
    return 0;
}

} // namespace

std::uint64_t folderBytes(const std::string& path)
{
    constexpr int kDescriptors = 16;
    std::array<char, PATH_MAX> real{};
    countedBytes = 0;
    if (realpath(path.c_str(), real.data()) != nullptr)
        nftw(real.data(), countEntry, kDescriptors, FTW_PHYS);
    return countedBytes;
}

} // namespace stepscope::agent
