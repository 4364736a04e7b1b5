#pragma once

#include "remote/link/deployer.h"

#include <vector>

namespace stepscope::app {

/// The agents that this program carries in its resources, one an architecture.
std::vector<link::AgentBinary> agentBinaries();

} // namespace stepscope::app
