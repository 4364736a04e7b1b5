#pragma once

#include "remote/format/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::link {

enum class RunState { Running, Ended, Crashed };

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
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> command; ///< program and arguments; must not be empty
};

struct StartedRun
{
    std::string run;
    std::string spool;
    std::int64_t process = 0; ///< number of the training's process on the target
};

/// Validating readers of the agent's JSON, since targets are not trusted. Error Corrupt.
format::Result<RunInfo> readRunInfo(const nlohmann::json& json);
format::Result<std::vector<RunInfo>> readRunList(const nlohmann::json& json);
format::Result<StartedRun> readStartedRun(const nlohmann::json& json);
format::Result<RunState> readRunState(const nlohmann::json& json);

/// Checks that a name consists of letters, digits, dots, dashes and underscores, and starts with a letter or digit.
/// Error Usage.
format::Result<void> checkRunName(const std::string& run);

} // namespace stepscope::link
