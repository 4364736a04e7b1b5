#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Utilization of a Jetson's GPU (sysfs load, per mille).
std::unique_ptr<Source> makeGpuLoad();

} // namespace stepscope::agent
