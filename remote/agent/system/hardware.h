#pragma once

#include "remote/agent/system/systemtree.h"

#include <string>

/// Texts that describe parts of the machine for a reader; no other code depends on them. Empty = not known.
namespace stepscope::agent {

/// "L1i 48 KB, L1d 32 KB, L2 2 MB": the caches that a core uses, some of which it shares. Empty for an offline core.
std::string cachesOf(const SystemTree& tree, int core);

/// "31.3 GB eMMC, 500 GB NVMe": the disks, in the order of their names.
std::string storageOf(const SystemTree& tree);

/// The graphics cards of a PC, as NVIDIA's driver names them. A Jetson's GPU follows from its module, see board.h.
std::string graphicsCardsOf(const SystemTree& tree);

} // namespace stepscope::agent
