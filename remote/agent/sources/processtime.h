#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Processor time of the training and its children: how many cores they keep busy.
std::unique_ptr<Source> makeProcessTime();

} // namespace stepscope::agent
