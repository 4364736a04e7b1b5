#include "remote/agent/run/carriedfiles.h"
#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/agent/system/systemtree.h"
#include "remote/json/writer.h"

#include <climits>

#include <array>
#include <cstdlib>
#include <ctime>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace stepscope::agent {

using format::Result;

namespace {

/// An upload that has not grown for this long was interrupted.
constexpr std::time_t kUploadTimeout = 3600;

struct Removed
{
    bool isPlan = false; ///< nothing is removed
    std::vector<std::string> runs;
    int files = 0;
    std::uint64_t bytes = 0;
};

bool isLink(const std::string& path)
{
    struct stat status
    {};
    return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

/// Returns true if a run of the folder is in progress.
Result<bool> cleanRuns(const std::string& runs, bool all, Removed& removed)
{
    bool isInUse = false;
    for (const RunFolder& folder : findRuns(runs)) {
        const auto run = readRun(folder);
        const bool isLive = !run || run->state == RunState::Running || run->training != 0;
        isInUse = isInUse || isLive;
        if (isLive || (!all && !run->isReceived))
            continue;
        if (!removed.isPlan)
            TRY(removeRunFolder(folder));
        removed.runs.push_back(folder.run);
        removed.bytes += run->diskBytes;
    }
    return isInUse;
}

Result<void> removeFiles(const std::string& path, Removed& removed)
{
    const std::uint64_t bytes = folderBytes(path);
    if (!removed.isPlan)
        TRY(removeFolder(path));
    ++removed.files;
    removed.bytes += bytes;
    return {};
}

/// Links to runs that have been deleted, and copies of the hook and the suite of other versions.
Result<void> cleanRunsFolder(const std::string& runs, bool isInUse, Removed& removed)
{
    for (const std::string& name : SystemTree().list(runs)) {
        const std::string path = runs + "/" + name;
        if (!removed.isPlan && isLink(path) && access(path.c_str(), F_OK) != 0)
            unlink(path.c_str());
        else if (!isInUse && isOutdatedCopy(name))
            TRY(removeFiles(path, removed));
    }
    return {};
}

/// Interrupted uploads; with `all` also the agents of other versions.
Result<void> cleanPrograms(bool all, Removed& removed)
{
    std::array<char, PATH_MAX> self{};
    if (readlink("/proc/self/exe", self.data(), self.size() - 1) <= 0)
        return {};
    const std::string program(self.data());
    const std::string folder = program.substr(0, program.rfind('/'));
    if (!folder.ends_with("/.stepscope/bin"))
        return {}; // not installed by a client
    for (const std::string& name : SystemTree().list(folder)) {
        const std::string path = folder + "/" + name;
        struct stat status
        {};
        if (stat(path.c_str(), &status) != 0)
            continue;
        const bool isUpload = name.find(".part-") != std::string::npos;
        const bool isOld = std::time(nullptr) - status.st_mtime > kUploadTimeout;
        const bool isOtherAgent = !isUpload && all && path != program && name.starts_with("stepscope-agent-");
        if ((isUpload && isOld) || isOtherAgent)
            TRY(removeFiles(path, removed));
    }
    return {};
}

} // namespace

Result<std::string> clean(const Options& options)
{
    const std::string runs = TRY(runsFolder(options));
    Removed removed;
    removed.isPlan = options.onlyPlans;
    const bool isInUse = TRY(cleanRuns(runs, options.cleansAll, removed));
    TRY(cleanRunsFolder(runs, isInUse, removed));
    TRY(cleanPrograms(options.cleansAll && !isInUse, removed));
    std::string text;
    json::Writer json(text);
    json.beginObject().key("runs").integer(static_cast<std::int64_t>(removed.runs.size()));
    json.key("names").beginArray();
    for (const std::string& run : removed.runs)
        json.text(run);
    json.endArray().key("files").integer(removed.files);
    json.key("bytes").integer(static_cast<std::int64_t>(removed.bytes)).endObject();
    return text;
}

} // namespace stepscope::agent
