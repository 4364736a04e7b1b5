#pragma once

#include "remote/tegrastats/quantities.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace stepscope::tegrastats {

struct Number
{
    std::int64_t value = 0;     ///< times 10^decimals, rounded
    State state = State::Value; ///< or TooLarge
};

/// Scans a line. Each take...() function either takes the named element or leaves the position unchanged.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {}

    bool takeText(std::string_view expected);
    /// Takes one or more blanks.
    bool takeBlanks();
    /// Takes digits with an optional sign and decimal point. The value is scaled by 10^decimals.
    std::optional<Number> takeNumber(int decimals);
    /// Takes a name of a rail, zone or engine: letters, digits and _ . + -, with at least one letter. Empty = none.
    std::string_view takeName();
    /// Takes all characters before the next blank.
    std::string_view takeWord();

    [[nodiscard]] std::size_t position() const { return m_position; }
    void goTo(std::size_t position) { m_position = position; }
    [[nodiscard]] bool atEnd() const { return m_position == m_text.size(); }
    /// Whether the field ends here.
    [[nodiscard]] bool atBoundary() const { return atEnd() || isBlank(m_text[m_position]); }
    [[nodiscard]] char next() const { return atEnd() ? '\0' : m_text[m_position]; }
    [[nodiscard]] std::string_view since(std::size_t start) const { return m_text.substr(start, m_position - start); }
    [[nodiscard]] std::string_view rest() const { return m_text.substr(m_position); }

    static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0'; }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
    static bool isLetter(char c) { return isUpper(c) || (c >= 'a' && c <= 'z'); }

private:
    std::string_view m_text;
    std::size_t m_position = 0;
};

} // namespace stepscope::tegrastats
