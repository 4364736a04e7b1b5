#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Memory held by GPU and multimedia buffers (nvmap): of the training, and of all.
std::unique_ptr<Source> makeGpuMemory();

} // namespace stepscope::agent
