#pragma once

#include "remote/format/result.h"
#include "remote/link/transport/transport.h"

#include <string>

namespace stepscope::link {

/// The error of an agent command with a nonzero exit status: its {"error": "..."} or its line on standard error. The
/// code follows from the status or the line, else it is Failed.
format::Error agentFailure(const std::string& targetName, const CommandOutput& output);

} // namespace stepscope::link
