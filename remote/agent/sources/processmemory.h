#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Resident memory of the training and its descendants: the sum, so pages they share count for each of them.
std::unique_ptr<Source> makeProcessMemory();

} // namespace stepscope::agent
