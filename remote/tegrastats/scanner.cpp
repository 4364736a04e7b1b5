#include "remote/tegrastats/scanner.h"

#include <algorithm>

namespace stepscope::tegrastats {
namespace {

/// Larger than any sensor value, and small enough that calculations with it do not overflow.
constexpr std::int64_t kLargest = 1'000'000'000'000'000;

/// The value of digits; saturates at kLargest.
struct Digits
{
    std::int64_t value = 0;
    bool tooLarge = false;

    void add(char digit)
    {
        if (value > kLargest / 10)
            tooLarge = true;
        else
            value = value * 10 + (digit - '0');
    }
};

} // namespace

bool Scanner::takeText(std::string_view expected)
{
    if (!rest().starts_with(expected))
        return false;
    m_position += expected.size();
    return true;
}

bool Scanner::takeBlanks()
{
    const std::size_t start = m_position;
    while (!atEnd() && isBlank(m_text[m_position]))
        ++m_position;
    return m_position > start;
}

std::optional<Number> Scanner::takeNumber(int decimals)
{
    const std::size_t start = m_position;
    const bool negative = takeText("-");
    Digits digits;
    const std::size_t first = m_position;
    for (; isDigit(next()); ++m_position)
        digits.add(m_text[m_position]);
    if (m_position == first) {
        m_position = start;
        return std::nullopt;
    }
    int kept = 0;
    bool roundUp = false;
    if (next() == '.' && m_position + 1 < m_text.size() && isDigit(m_text[m_position + 1])) {
        for (++m_position; isDigit(next()); ++m_position, ++kept) {
            if (kept < decimals)
                digits.add(m_text[m_position]);
            else if (kept == decimals)
                roundUp = m_text[m_position] >= '5';
        }
    }
    for (; kept < decimals; ++kept)
        digits.add('0');
    const std::int64_t size = digits.value + (roundUp ? 1 : 0);
    if (digits.tooLarge || size > kLargest)
        return Number{0, State::TooLarge};
    return Number{negative ? -size : size, State::Value};
}

std::string_view Scanner::takeName()
{
    const std::size_t start = m_position;
    bool hasLetter = false;
    for (; !atEnd(); ++m_position) {
        const char c = m_text[m_position];
        hasLetter = hasLetter || isLetter(c);
        if (!isLetter(c) && !isDigit(c) && c != '_' && c != '.' && c != '+' && c != '-')
            break;
    }
    if (!hasLetter)
        m_position = start;
    return since(start);
}

std::string_view Scanner::takeWord()
{
    const std::size_t start = m_position;
    while (!atBoundary())
        ++m_position;
    return since(start);
}

} // namespace stepscope::tegrastats
