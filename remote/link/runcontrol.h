#pragma once

#include "remote/link/runinfo.h"
#include "remote/link/transport.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stepscope::link {

/// The agent's commands on a connected target. Errors are the agent's own line, Corrupt for an answer that is not
/// understood, NotFound when the agent or the run is not there, and those of the transport.
class RunControl
{
public:
    /// `agentPath`: where the deployer put the agent.
    RunControl(Transport& transport, std::string agentPath);

    /// What the device can tell: an object, with "virtual": true of a described board. An empty `sysroot`, here and in
    /// StartOptions, is the transport's.
    Result<nlohmann::json> probe(const std::string& sysroot);
    Result<StartedRun> start(const StartOptions& options);
    Result<std::vector<RunInfo>> list();
    Result<RunState> stop(const std::string& run);
    /// The run's recording on the target is deleted. Returns the state it was in.
    Result<RunState> remove(const std::string& run);

private:
    Result<nlohmann::json> ask(const std::string& arguments);
    Result<RunState> command(const char* verb, const std::string& run);

    Transport& m_transport;
    std::string m_agentPath;
};

/// The shell command of `start`, quoted.
std::string startCommand(const std::string& agentPath, const StartOptions& options);

} // namespace stepscope::link
