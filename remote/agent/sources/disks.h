#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Read and write rates of whole disks (/proc/diskstats).
std::unique_ptr<Source> makeDisks();

} // namespace stepscope::agent
