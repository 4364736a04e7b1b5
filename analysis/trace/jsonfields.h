#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Access to JSON that nobody vouches for: a field that is missing or of another type is as if it were not there.
namespace stepscope::trace::json {

using Object = nlohmann::json;

inline constexpr std::size_t kMaxText = 4096; ///< bytes of one field; the rest is cut off

/// nullopt when the text is no JSON object, or nested deeper than any recording needs. Bytes that are no UTF-8 become
/// '?'.
std::optional<Object> parseObject(std::string_view text);

/// nullptr = not there, or no object (array).
const Object* objectAt(const Object& object, const char* key);
const Object* arrayAt(const Object& object, const char* key);

std::optional<std::int64_t> integerAt(const Object& object, const char* key, std::int64_t smallest,
                                      std::int64_t largest);
/// 0 = not there, negative or too large.
std::uint64_t countAt(const Object& object, const char* key);
std::optional<double> numberAt(const Object& object, const char* key); ///< finite
bool flagAt(const Object& object, const char* key);
std::string textAt(const Object& object, const char* key, std::size_t maxSize = kMaxText);
std::string textOf(const Object& value, std::size_t maxSize = kMaxText);

} // namespace stepscope::trace::json
