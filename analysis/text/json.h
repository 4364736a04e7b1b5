#pragma once

#include <nlohmann/json_fwd.hpp>

namespace stepscope::analysis {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

} // namespace stepscope::analysis
