#pragma once

#include "app/capture/capture.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::app {

/// A short run in which the agent itself makes the load, to learn something about the target.
struct AgentMeasurement
{
    std::string target;
    link::SshOptions ssh;
    link::StartOptions start; ///< without a command
    std::vector<std::string> agentWords;
    double expectedSeconds = 0;
};

/// Runs it and gives what was recorded; nothing of it is left, here or on the target. Blocks. `tell` gets the share
/// done (negative = not known) and a line.
format::Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                         const std::function<void(double share, const std::string& line)>& tell);

} // namespace stepscope::app
