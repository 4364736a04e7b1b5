#pragma once

#include "remote/agent/system/persistentfile.h"

#include <cstdint>
#include <optional>

namespace stepscope::agent {

/// The cost of reading an open file: the median wall time of several reads, ns; nullopt if none succeeds. For probing
/// only.
std::optional<std::int64_t> medianReadNs(PersistentFile& file);

} // namespace stepscope::agent
