#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Utilization per core from the time spent in idle states (cpuidle, us).
std::unique_ptr<Source> makeCpuidle();

} // namespace stepscope::agent
