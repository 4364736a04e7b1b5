#pragma once

#include "app/capture/capture.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::app {

/// A temporary run that measures a property of the target. The agent itself can generate the load.
struct AgentMeasurement
{
    std::string target;
    link::SshOptions ssh;
    link::StartOptions start;
    std::vector<std::string> agentWords; ///< empty: start.command is run
    double expectedSeconds = 0;          ///< 0 = not known
};

/// Runs it and returns the recording as a view; the files on this computer and on the target are deleted. Blocks.
/// `report` gets the share done (negative = not known) and a line of text.
format::Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                         const std::function<void(double share, const std::string& line)>& report);

} // namespace stepscope::app
