#pragma once

#include <string>
#include <string_view>

namespace stepscope::link {

/// The first nonempty line as format::plainText(), without control characters, at most 300 bytes long. Required for
/// every text of a target that goes into a message or onto a terminal: targets are not trusted.
std::string plainLine(std::string_view text);

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
