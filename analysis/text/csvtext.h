#pragma once

#include <string>
#include <string_view>

/// Comma separated values by RFC 4180: CR LF ends a row; fields with commas, quotes or line ends are quoted.
namespace stepscope::analysis {

inline constexpr std::string_view kCsvRowEnd = "\r\n";

[[nodiscard]] bool needsCsvQuotes(std::string_view field);
/// The field, quoted where necessary.
[[nodiscard]] std::string csvField(std::string_view field);
/// The shortest text that reads back as the same number; empty if it is not finite.
[[nodiscard]] std::string csvNumber(double value);

} // namespace stepscope::analysis
