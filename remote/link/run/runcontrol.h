#pragma once

#include "remote/link/run/runinfo.h"
#include "remote/link/transport/transport.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stepscope::link {

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
    Result<StartedRun> start(const StartOptions& options);
    Result<std::vector<RunInfo>> list();
    Result<RunState> stop(const std::string& run);
    /// Deletes the run and its recording from the target. Returns its last state.
    Result<RunState> remove(const std::string& run);

private:
    Result<nlohmann::json> ask(const std::string& arguments);
    Result<RunState> command(const char* verb, const std::string& run);

    Transport& m_transport;
    std::string m_agentPath;
};

/// The shell command for `start`, with quoted arguments.
std::string startCommand(const std::string& agentPath, const StartOptions& options);

} // namespace stepscope::link
