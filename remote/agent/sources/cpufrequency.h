#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Frequency per core (cpufreq, kHz); one file is read for cores that share a clock.
std::unique_ptr<Source> makeCpuFrequency();

} // namespace stepscope::agent
