#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Power of Intel's and AMD's processors from their energy counters (RAPL).
std::unique_ptr<Source> makeRapl();

} // namespace stepscope::agent
