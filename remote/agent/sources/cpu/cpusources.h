#pragma once

#include "remote/agent/sources/reading/source.h"

#include <memory>

namespace stepscope::agent {

/// Nanoseconds of CPU time per core from control group v1 (cpuacct.usage_percpu), corrected with cpuidle if available.
std::unique_ptr<Source> makeCpuacct();

/// Frequency of the cores' clocks (cpufreq, kHz): one channel per clock, which several cores may share.
std::unique_ptr<Source> makeCpuFrequency();

/// Utilization per core from the time spent in idle states (cpuidle, us).
std::unique_ptr<Source> makeCpuidle();

/// CPU time per core from /proc/stat in ticks of 10 ms: the fallback for every Linux.
std::unique_ptr<Source> makeProcstat();

} // namespace stepscope::agent
