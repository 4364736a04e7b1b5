#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

/// Reads the result of an agent's probe. Targets are not trusted: a value that is missing or of another type reads as
/// empty.
namespace stepscope::app {

/// Null if the key is missing.
const nlohmann::json& probeField(const nlohmann::json& object, const char* key);
/// The text without control characters, which could rewrite a terminal; empty if the key is missing.
std::string probeText(const nlohmann::json& object, const char* key);
/// The cores of a probe's device object, as "4 x A57 + 2 x Denver2".
std::string coresText(const nlohmann::json& device);

} // namespace stepscope::app
