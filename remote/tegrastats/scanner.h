#pragma once

#include "remote/tegrastats/reading.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace stepscope::tegrastats {

struct Number
{
    std::int64_t value = 0;     ///< times 10^decimals, rounded
    State state = State::Value; ///< or TooLarge
};

/// Walks over a line: each take…() either takes what it names off the front or leaves everything as it was.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {}

    bool takeText(std::string_view expected);
    /// Any number of blanks, at least one.
    bool takeBlanks();
    /// Digits, perhaps with a sign and a point.
    std::optional<Number> takeNumber(int decimals);
    /// Letters, digits and _ . + -, one letter among them: names of rails, zones, engines. Empty = none.
    std::string_view takeName();
    /// What stands before the next blank.
    std::string_view takeWord();

    [[nodiscard]] std::size_t position() const { return m_position; }
    void goTo(std::size_t position) { m_position = position; }
    [[nodiscard]] bool atEnd() const { return m_position == m_text.size(); }
    /// Nothing more belongs to this field.
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
