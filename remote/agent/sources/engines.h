#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Frequency and utilization of the video, vision and deep learning engines (devfreq, else debugfs).
std::unique_ptr<Source> makeEngines();

} // namespace stepscope::agent
