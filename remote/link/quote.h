#pragma once

#include <string>
#include <string_view>

namespace stepscope::link {

/// The text as one word for a shell. A quote inside is written '"'"' and not '\'' because fish, as a login shell,
/// reads a backslash within single quotes.
inline std::string shellQuoted(std::string_view text)
{
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\"'\"'";
        else
            word += c;
    }
    return word += '\'';
}

} // namespace stepscope::link
