#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// The agent's own share of one core and its resident memory.
std::unique_ptr<Source> makeAgentCost();

} // namespace stepscope::agent
