#pragma once

#include "remote/agent/run/options.h"
#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// The files in a run's folder.
struct RunFolder
{
    std::string run;
    std::string path;

    [[nodiscard]] std::string recording() const { return path + "/recording.stepscope"; }
    [[nodiscard]] std::string facts() const { return path + "/run.json"; }   ///< constant facts: command, start
    [[nodiscard]] std::string state() const { return path + "/state.json"; } ///< how the run ended
    [[nodiscard]] std::string lock() const { return path + "/lock"; }        ///< locked by the supervisor while it runs
    [[nodiscard]] std::string hook() const { return path + "/hook"; }
    [[nodiscard]] std::string suite() const { return path + "/suite"; } ///< contains the package `benchmarks`
};

enum class RunState { Running, Ended, Crashed };
const char* runStateName(RunState state);

/// A run as `list` reports it.
struct RunSummary
{
    RunFolder folder;
    RunState state = RunState::Ended;
    std::string commandJson; ///< array of words
    std::string labelJson;   ///< text
    std::int64_t startedRealtimeNs = 0;
    std::uint64_t bytes = 0;
    std::optional<std::int64_t> exitStatus;
};

/// The folder of runs, absolute: --spool, or ~/.stepscope/runs. Error Usage when there is no home.
format::Result<std::string> runsFolder(const Options& options);

/// Creates a new run's folder (and the folder of runs). Errors: Denied, NoSpace (less than 4 MiB free), Failed.
format::Result<RunFolder> makeRunFolder(const std::string& runsFolder);

/// Error NotFound: "no such run ...".
format::Result<RunFolder> findRun(const Options& options);
std::vector<RunFolder> findRuns(const std::string& runsFolder);

/// nullopt while the run is being created.
std::optional<RunSummary> readRun(const RunFolder& folder);

/// Process ID of the supervisor; 0 when it has ended. Taken from the file lock, so a reused process ID is not mistaken
/// for it.
int supervisorOf(const RunFolder& folder);
/// Locks the run for the lifetime of this process, the supervisor. False when another process holds the lock.
bool holdLock(const RunFolder& folder);

/// Writes a whole small file.
bool writeFile(const std::string& path, std::string_view text);
/// Overwrites state.json in place. The file has its final size from the start, so the write succeeds on a full disk.
bool writeState(const RunFolder& folder, std::string_view json);

/// Removes a folder and its contents.
format::Result<void> removeFolder(const std::string& path);

/// True if the hook's Python files (resources/hook) are embedded in this program.
bool hasEmbeddedHook();
/// Writes the hook's files into a folder. False with errno set on a failure.
bool extractHook(const std::string& folder);

/// True for the command of the benchmark suite (resources/benchmarks): PYTHON [OPTIONS] -m benchmarks ...
bool runsSuite(const std::vector<std::string>& command);
/// Writes the package `benchmarks` into a folder. False with errno set on a failure.
bool extractSuite(const std::string& folder);

} // namespace stepscope::agent
