#pragma once

#include "remote/format/result.h"
#include "remote/link/transport.h"

#include <string>

namespace stepscope::link {

/// What an agent command that ended with another status than 0 tells: its {"error": "..."} or its line on standard
/// error, with a code where the status or the line allows one.
format::Error agentFailure(const std::string& targetName, const CommandOutput& output);

} // namespace stepscope::link
