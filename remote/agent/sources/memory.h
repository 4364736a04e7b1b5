#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Memory of the system: total, used (total - available), swap.
std::unique_ptr<Source> makeMemory();

} // namespace stepscope::agent
