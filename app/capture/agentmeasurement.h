#pragma once

#include "app/capture/capture.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::app {

/// A run that is not kept, to learn something about the target. The agent itself can make the load.
struct AgentMeasurement
{
    std::string target;
    link::SshOptions ssh;
    link::StartOptions start;
    std::vector<std::string> agentWords; ///< empty: start.command is run
    double expectedSeconds = 0;          ///< 0 = not known
};

/// Runs it and gives what was recorded; nothing of it is left, here or on the target. Blocks. `tell` gets the share
/// done (negative = not known) and a line.
format::Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                         const std::function<void(double share, const std::string& line)>& tell);

} // namespace stepscope::app
