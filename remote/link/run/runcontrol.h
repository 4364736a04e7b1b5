#pragma once

#include "remote/format/result.h"
#include "remote/link/transport/transport.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::link {

enum class RunState { Running, Ended, Crashed };

/// A file that a GPU profiler has written to the folder of a run.
struct ProfileFile
{
    std::string path; ///< on the target
    std::string name; ///< its last part: letters, digits, dots and dashes
    std::uint64_t bytes = 0;
};

/// One run on a target, as listed by `stepscope-agent list`.
struct RunInfo
{
    std::string run;
    RunState state = RunState::Ended;
    std::vector<std::string> command;
    std::int64_t startedRealtimeNs = 0; ///< since 1970, the target's clock
    std::uint64_t bytes = 0;            ///< present size of the spool
    std::optional<int> exitStatus;      ///< of the training; none while it runs, or if it is unknown
    std::string spool;                  ///< path on the target
    std::string label;                  ///< StartOptions::label; empty for runs of older agents
    std::uint64_t diskBytes = 0;        ///< of all files of the run; 0 for older agents, as the following members
    bool isReceived = false;            ///< a client has stored the whole recording
    bool isOrphan = false;              ///< the training continues although its supervisor has ended
    std::vector<ProfileFile> profiles{};
};

/// Options of `stepscope-agent start`. Empty or zero means the agent's default.
struct StartOptions
{
    std::int64_t periodNs = 0;
    std::int64_t pauseNs = 0; ///< alternate sampled and unsampled blocks of this length, to measure the overhead
    std::string ops;          ///< "none", "all" or STEP:STEP[:EVERY]
    std::string spoolFolder;
    std::uint64_t spoolLimitBytes = 0;
    std::string workingFolder;
    std::string sysroot;
    std::string run;            ///< name of the run; a run that exists already is returned, and no other one started
    std::string label;          ///< any text; RunInfo returns it
    bool keepsSecrets = false;  ///< secrets in the command line are stored in the recording
    bool refusesOthers = false; ///< an error for which isInUse() is true while another run is in progress
    std::string profiler;       ///< nvprof or nsys, which runs the command; empty = none
    std::string power;          ///< power setting for the time of the run, as the agent takes it
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> command; ///< program and arguments; must not be empty
};

struct StartedRun
{
    std::string run;
    std::string spool;
    std::int64_t process = 0; ///< number of the training's process on the target
};

/// What clean() has removed from a target, or would remove.
struct CleanedTarget
{
    std::vector<std::string> names; ///< of the runs
    std::uint64_t runs = 0;
    std::uint64_t files = 0; ///< of no run
    std::uint64_t bytes = 0;
};

/// A name for a new run: the local time and random digits.
std::string newRunName();

/// Validating readers of the agent's JSON, since targets are not trusted. Error Corrupt.
format::Result<RunInfo> readRunInfo(const nlohmann::json& json);
format::Result<std::vector<RunInfo>> readRunList(const nlohmann::json& json);
format::Result<StartedRun> readStartedRun(const nlohmann::json& json);
format::Result<RunState> readRunState(const nlohmann::json& json);
format::Result<CleanedTarget> readCleanedTarget(const nlohmann::json& json);

/// Checks that a name consists of letters, digits, dots, dashes and underscores, and starts with a letter or digit.
/// Error Usage.
format::Result<void> checkRunName(const std::string& run);

/// The agent's commands on a connected target. Errors: the agent's message, Corrupt for an invalid answer, NotFound if
/// the agent or the run does not exist, and those of the transport.
class RunControl
{
public:
    /// `agentPath`: DeployedAgent::path.
    RunControl(Transport& transport, std::string agentPath);

    /// The device and its sources and channels: a JSON object, with "virtual": true for a virtual board. An empty
    /// `sysroot`, here and in StartOptions, means that of the transport.
    Result<nlohmann::json> probe(const std::string& sysroot);
    /// All that probe() reads on the target, without names and addresses (remote/agent/snapshot/README.md).
    Result<nlohmann::json> snapshot(const std::string& sysroot);
    /// What can be set of the operating point. An error if one of the settings cannot be set on this target, or if
    /// another run has set one.
    Result<nlohmann::json> power(const std::vector<std::string>& settings);
    Result<StartedRun> start(const StartOptions& options);
    Result<std::vector<RunInfo>> list();
    Result<RunState> stop(const std::string& run);
    /// Deletes the run and its recording from the target. Returns its last state.
    Result<RunState> remove(const std::string& run);
    /// Notes on the target that the recording's bytes are stored here, so that clean() may remove the run.
    Result<void> noteReceived(const std::string& run, std::uint64_t bytes);
    /// Removes runs that have ended and were received, or `all`; interrupted uploads; files of other versions.
    Result<CleanedTarget> clean(bool all);
    /// What clean() would remove now.
    Result<CleanedTarget> planCleaning(bool all);

private:
    Result<nlohmann::json> ask(const std::string& arguments);
    Result<RunState> command(const char* verb, const std::string& run);

    Transport& m_transport;
    std::string m_agentPath;
};

/// The shell command for `start`, with quoted arguments.
std::string startCommand(const std::string& agentPath, const StartOptions& options);

/// Whether the error of a start says that another run is in progress on the target.
bool isInUse(const format::Error& error);

/// Implements Transport::run over any stream: reads the output of a short command to its end.
Result<CommandOutput> runToEnd(ByteStream& stream, std::chrono::milliseconds timeout);

} // namespace stepscope::link
