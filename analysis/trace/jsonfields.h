#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Access to untrusted JSON. A field of the wrong type counts as missing.
namespace stepscope::trace::json {

using Object = nlohmann::json;

inline constexpr std::size_t kMaxText = 4096; ///< bytes of one field; longer texts are truncated

/// nullopt = the text is not a JSON object, or it is nested deeper than 64 levels. Bytes that are not valid UTF-8
/// become '?'.
std::optional<Object> parseObject(std::string_view text);

/// nullptr = missing, or not an object (array).
const Object* objectAt(const Object& object, const char* key);
const Object* arrayAt(const Object& object, const char* key);

std::optional<std::int64_t> integerAt(const Object& object, const char* key, std::int64_t smallest,
                                      std::int64_t largest);
/// 0 = missing, negative or too large.
std::uint64_t countAt(const Object& object, const char* key);
std::optional<double> numberAt(const Object& object, const char* key); ///< finite
bool flagAt(const Object& object, const char* key);
std::string textAt(const Object& object, const char* key, std::size_t maxSize = kMaxText);
std::string textOf(const Object& value, std::size_t maxSize = kMaxText);

} // namespace stepscope::trace::json
