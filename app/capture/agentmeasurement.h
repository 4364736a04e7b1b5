#pragma once

#include "app/capture/capture.h"

#include <nlohmann/json_fwd.hpp>

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

/// Reads the result of an agent's probe. Targets are not trusted: a value that is missing or of another type reads as
/// empty.
namespace stepscope::app {

/// Null if the key is missing.
const nlohmann::json& probeField(const nlohmann::json& object, const char* key);
/// The text without control characters, which could rewrite a terminal; empty if the key is missing.
std::string probeText(const nlohmann::json& object, const char* key);
/// The cores of a probe's device object, as "4 x A57 + 2 x Denver2".
std::string coresText(const nlohmann::json& device);

} // namespace stepscope::app
