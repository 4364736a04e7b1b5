#pragma once

#include "remote/agent/sources/reading/source.h"

#include <memory>

namespace stepscope::agent {

/// Frequency and utilization of the video, vision and deep learning engines (devfreq, else debugfs).
std::unique_ptr<Source> makeEngines();

/// Utilization of a Jetson's GPU from its driver's busy and total cycles: exact over each period. A sleeping GPU is not
/// read and counts as idle.
std::unique_ptr<Source> makeGpuCounters();

/// Frequency of a Jetson's GPU (devfreq, Hz).
std::unique_ptr<Source> makeGpuFrequency();

/// Utilization of a Jetson's GPU (sysfs load, per mille).
std::unique_ptr<Source> makeGpuLoad();

/// Memory of GPU and multimedia buffers (nvmap): of the training and in total.
std::unique_ptr<Source> makeGpuMemory();

/// NVIDIA graphics cards by nvidia-smi, which runs as a child process and is read without blocking.
std::unique_ptr<Source> makeNvidiaSmi();

} // namespace stepscope::agent
