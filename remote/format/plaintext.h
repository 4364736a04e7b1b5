#pragma once

#include <string>
#include <string_view>

namespace stepscope::format {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; ///< U+FFFD

/// A text that comes from a target or a file, made safe for terminals, XML and tables: control characters other than
/// line feed and tab, formatting characters that reorder or hide text (soft hyphen, marks and overrides of direction,
/// joiners, annotations, tags), separators of lines (U+2028, U+2029), U+FFFE, U+FFFF, and bytes that are not UTF-8 are
/// replaced.
std::string plainText(std::string_view text, std::string_view replacement = kReplacement);

} // namespace stepscope::format
