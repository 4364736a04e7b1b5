#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Reads untrusted JSON without allocating. Each look-up scans the object from its beginning: suited to small objects.
namespace stepscope::json {

/// True if the whole text is one JSON object (RFC 8259), nested at most 64 deep. Like other readers it refuses half a
/// surrogate pair (\uD83D alone) and numbers that no double can hold. UTF-8 is not checked.
bool isObject(std::string_view text);

/// The JSON of a member's value, for an object that isObject() accepted; nullopt when there is no such member. Of
/// several members with the same name the first one is returned. Names are compared without unescaping.
std::optional<std::string_view> findMember(std::string_view object, std::string_view key);

/// The value as an integer within int64, with a decimal fraction cut off; nullopt for anything else.
std::optional<std::int64_t> toInteger(std::optional<std::string_view> value);

/// The value as text, unescaped into `memory` and cut to its size; nullopt when the value is not a string. Surrogate
/// pairs (\uD83D\uDE00) are not combined.
std::optional<std::string_view> toText(std::optional<std::string_view> value, std::span<char> memory);

} // namespace stepscope::json
