#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Frequency of each clock of the cores (cpufreq, kHz): one channel for cores that share it.
std::unique_ptr<Source> makeCpuFrequency();

} // namespace stepscope::agent
