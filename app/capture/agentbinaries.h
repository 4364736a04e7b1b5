#pragma once

#include "remote/link/run/deployer.h"

#include <vector>

namespace stepscope::app {

/// The agents in the resources of this program, one per architecture; if it was built without them, those that are
/// installed in ../lib/stepscope/agents. The bytes stay valid until the program ends.
std::vector<link::AgentBinary> agentBinaries();

} // namespace stepscope::app
