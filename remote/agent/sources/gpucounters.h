#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Utilization of a Jetson's GPU from its driver's busy and total cycles: exact over each period. A sleeping GPU is not
/// woken: then it is idle.
std::unique_ptr<Source> makeGpuCounters();

} // namespace stepscope::agent
