#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Frequency of a Jetson's GPU (devfreq, Hz).
std::unique_ptr<Source> makeGpuFrequency();

} // namespace stepscope::agent
