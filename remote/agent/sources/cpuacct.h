#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Nanoseconds of CPU time per core from control group v1 (cpuacct.usage_percpu), its lag closed with cpuidle where
/// there is one.
std::unique_ptr<Source> makeCpuacct();

} // namespace stepscope::agent
