#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Reading JSON that others wrote, without allocating and without trusting it.
namespace stepscope::agent {

/// The whole text is one JSON object (RFC 8259), nested at most 64 deep, in valid UTF-8 or not.
bool isJsonObject(std::string_view text);

/// The value of a member of a checked object, as it stands there; nullopt when there is none. The first one counts.
std::optional<std::string_view> jsonMember(std::string_view object, std::string_view key);

/// A value that is an integer within int64 (a fraction is cut off).
std::optional<std::int64_t> jsonInteger(std::optional<std::string_view> value);

/// A value that is a string, unescaped into memory (cut when longer); nullopt when it is no string.
std::optional<std::string_view> jsonString(std::optional<std::string_view> value, std::span<char> memory);

} // namespace stepscope::agent
