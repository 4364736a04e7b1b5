#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Memory in the largest free blocks (/proc/buddyinfo), and the used internal RAM of old Tegras.
std::unique_ptr<Source> makeMemoryDetails();

} // namespace stepscope::agent
