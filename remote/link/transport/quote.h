#pragma once

#include <string>
#include <string_view>

namespace stepscope::link {

/// Quotes the text as one word for a shell. A single quote becomes '"'"' instead of '\'' because fish, as a login
/// shell, interprets a backslash within single quotes.
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
