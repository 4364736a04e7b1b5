#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope::analysis {

inline constexpr std::int64_t kMaxTime = std::int64_t{1} << 61U; ///< ns, as in the trace store

/// Without spaces and line ends around it.
inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// In lower case (ASCII).
inline std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// At most 60 bytes of the text, in quotes and without control characters.
inline std::string quotedText(std::string_view text)
{
    constexpr std::size_t kMost = 60;
    std::string plain(text.substr(0, kMost));
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }, ' ');
    return '"' + plain + (text.size() > kMost ? "..." : "") + '"';
}

} // namespace stepscope::analysis
