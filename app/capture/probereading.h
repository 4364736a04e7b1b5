#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

/// Reading what an agent's probe says. The target is not trusted: what is missing or of another type reads as nothing.
namespace stepscope::app {

/// Null when it is not there.
const nlohmann::json& probeField(const nlohmann::json& object, const char* key);
/// Without control characters, which could rewrite a terminal; empty when it is not there.
std::string probeText(const nlohmann::json& object, const char* key);
/// The cores of a probe's device object: "4 x A57 + 2 x Denver2".
std::string coresText(const nlohmann::json& device);

} // namespace stepscope::app
