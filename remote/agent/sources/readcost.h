#pragma once

#include "remote/agent/system/keptfile.h"

#include <cstdint>
#include <optional>

namespace stepscope::agent {

/// What one reading of an open file costs: the median wall time of some, ns; fewer where they are slow, and nullopt
/// when none succeeds. For probing: it reads the file.
std::optional<std::int64_t> medianReadNs(KeptFile& file);

} // namespace stepscope::agent
