#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::app {

/// The result of the agent's probe (FORMAT.md: device, sources, channels) as text of at most 100 columns. Targets are
/// not trusted: values that are missing or of another type are left out.
std::string doctorText(const std::string& target, const nlohmann::json& probe);

} // namespace stepscope::app
