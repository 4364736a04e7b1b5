#pragma once

#include "remote/agent/options.h"
#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// What lies in a run's folder.
struct RunFolder
{
    std::string run;
    std::string path;

    [[nodiscard]] std::string recording() const { return path + "/recording.stepscope"; }
    [[nodiscard]] std::string facts() const { return path + "/run.json"; }   ///< what does not change: command, start
    [[nodiscard]] std::string state() const { return path + "/state.json"; } ///< how it ended
    [[nodiscard]] std::string lock() const { return path + "/lock"; }        ///< held by the supervisor while it lives
    [[nodiscard]] std::string hook() const { return path + "/hook"; }
};

enum class RunState { Running, Ended, Crashed };
const char* runStateName(RunState state);

/// A run as `list` tells it.
struct RunSummary
{
    RunFolder folder;
    RunState state = RunState::Ended;
    std::string commandJson; ///< array of words
    std::int64_t startedRealtimeNs = 0;
    std::uint64_t bytes = 0;
    std::optional<std::int64_t> exitStatus;
};

/// The folder of runs, absolute: --spool, or ~/.stepscope/runs. Error Usage when there is no home.
format::Result<std::string> runsFolder(const Options& options);

/// Makes a new run's folder (and the folder of runs). Errors: Denied, NoSpace (under 4 MiB free), Failed.
format::Result<RunFolder> makeRunFolder(const std::string& runsFolder);

/// Error NotFound: "no such run ...".
format::Result<RunFolder> findRun(const Options& options);
std::vector<RunFolder> findRuns(const std::string& runsFolder);

/// nullopt while it is being made.
std::optional<RunSummary> readRun(const RunFolder& folder);

/// Process of the supervisor; 0 when none is alive. The lock tells, so a reused process number cannot deceive.
int supervisorOf(const RunFolder& folder);
/// By the supervisor itself, for as long as it lives. False when somebody else holds it.
bool holdLock(const RunFolder& folder);

/// Writes a small file as a whole.
bool writeFile(const std::string& path, std::string_view text);
/// How it ended, in place: the file has its final size from the start, so that it can be written on a full disk.
bool writeState(const RunFolder& folder, std::string_view json);

/// Removes a folder and all in it.
format::Result<void> removeFolder(const std::string& path);

} // namespace stepscope::agent
