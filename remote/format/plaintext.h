#pragma once

#include <string>
#include <string_view>

namespace stepscope::format {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; ///< U+FFFD

/// A text that comes from a target or a file, made safe for terminals, XML and tables: control characters other than
/// line feed and tab, formatting characters that reorder or hide text (U+200B to U+200F, U+2028 to U+202E, U+2060 to
/// U+206F, U+FEFF), U+FFFE, U+FFFF, and bytes that are not UTF-8 are replaced.
std::string plainText(std::string_view text, std::string_view replacement = kReplacement);

} // namespace stepscope::format
