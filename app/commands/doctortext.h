#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::app {

/// What the agent's probe says (FORMAT.md: device, sources, channels), for people: at most 100 columns.
/// The bytes come from a target: whatever is missing or of another type is left out.
std::string doctorText(const std::string& target, const nlohmann::json& probe);

} // namespace stepscope::app
