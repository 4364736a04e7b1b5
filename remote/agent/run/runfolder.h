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
    [[nodiscard]] std::string received() const { return path + "/received"; } ///< see noteReceived()
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
    std::uint64_t bytes = 0;     ///< of the recording
    std::uint64_t diskBytes = 0; ///< of the whole folder
    std::optional<std::int64_t> exitStatus;
    int training = 0;        ///< process ID of a training that continues without its supervisor; 0 = none
    std::int64_t pid = 0;    ///< process ID that the training had
    bool isReceived = false; ///< a client has noted that it has stored the whole recording
};

/// The folder of runs, absolute: --spool, or ~/.stepscope/runs. Error Usage when there is no home.
format::Result<std::string> runsFolder(const Options& options);

/// Creates the folder of a run (and the folder of runs); an empty name is replaced by a new one. A run outside of
/// ~/.stepscope/runs gets a link there, where `list`, `attach`, `stop` and `remove` look for it. nullopt if a run with
/// this name exists. Errors: Denied (also for a folder in which other users could replace files), NoSpace (less than 4
/// MiB free), Failed.
format::Result<std::optional<RunFolder>> makeRunFolder(const std::string& runsFolder, const std::string& name);
/// Removes the folder of a run, and its link.
format::Result<void> removeRunFolder(const RunFolder& folder);

/// Error NotFound: "no such run ...".
format::Result<RunFolder> findRun(const Options& options);
std::vector<RunFolder> findRuns(const std::string& runsFolder);

/// nullopt while the run is being created. Of a run whose facts cannot be read, state and sizes are known only.
std::optional<RunSummary> readRun(const RunFolder& folder);

/// Process ID of the supervisor; 0 when it has ended. Taken from the file lock, so a reused process ID is not mistaken
/// for it.
int supervisorOf(const RunFolder& folder);
/// Locks the run for the lifetime of this process, the supervisor. False when another process holds the lock.
bool holdLock(const RunFolder& folder);

/// Stores that a client has the recording's first `bytes` bytes. False with errno set on a failure.
bool noteReceived(const RunFolder& folder, std::uint64_t bytes);

/// Changes with each start of the device.
std::string bootId();
/// Time of a process's start in clock ticks since boot, which distinguishes it from another one with its ID; 0 if it
/// has ended.
std::int64_t startOfProcess(int process);

/// Writes a whole small file.
bool writeFile(const std::string& path, std::string_view text);
/// The first `limit` bytes of a file; empty if it cannot be read.
std::string readFile(const std::string& path, std::size_t limit);
/// Overwrites state.json in place. The file has its final size from the start, so the write succeeds on a full disk.
bool writeState(const RunFolder& folder, std::string_view json);

/// Removes a folder and its contents.
format::Result<void> removeFolder(const std::string& path);
/// Size of a folder and its contents on the disk.
std::uint64_t folderBytes(const std::string& path);

} // namespace stepscope::agent
