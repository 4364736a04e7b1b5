#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// How many processes the training has. Looks for them, for all who ask the training which they are.
std::unique_ptr<Source> makeProcesses();

} // namespace stepscope::agent
