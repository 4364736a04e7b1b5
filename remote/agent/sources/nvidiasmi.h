#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// NVIDIA graphics cards through nvidia-smi, which runs as a child and is read without waiting.
std::unique_ptr<Source> makeNvidiaSmi();

} // namespace stepscope::agent
