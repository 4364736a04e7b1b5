#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// CPU time per core from /proc/stat in ticks of 10 ms: the fallback that every Linux has.
std::unique_ptr<Source> makeProcstat();

} // namespace stepscope::agent
