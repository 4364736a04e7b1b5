#include "remote/json/reader.h"

#include <charconv>
#include <system_error>

namespace stepscope::json {
namespace {

constexpr int kMaxDepth = 64;

/// Moves through JSON text and checks its grammar.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_text(text)
    {}

    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] bool atEnd() const { return m_position == m_text.size(); }

    void skipSpace()
    {
        while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r'))
            ++m_position;
    }
    bool accept(char expected)
    {
        skipSpace();
        if (atEnd() || peek() != expected)
            return false;
        ++m_position;
        return true;
    }
    bool string()
    {
        if (!accept('"'))
            return false;
        while (!atEnd()) {
            const char c = m_text[m_position++];
            if (c == '"')
                return true;
            if (static_cast<unsigned char>(c) < 0x20 || (c == '\\' && !escape()))
                return false;
        }
        return false;
    }
    bool value(int depth)
    {
        skipSpace();
        if (atEnd() || depth > kMaxDepth)
            return false;
        switch (peek()) {
        case '{':
            return members(depth, '}', true);
        case '[':
            return members(depth, ']', false);
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return number();
        }
    }

private:
    [[nodiscard]] char peek() const { return m_text[m_position]; }

    bool escape()
    {
        if (atEnd())
            return false;
        const char c = m_text[m_position++];
        if (c != 'u')
            return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
        const int unit = codeUnit();
        const bool isHigh = unit >= 0xD800 && unit < 0xDC00;
        if (!isHigh)
            return unit >= 0 && (unit < 0xDC00 || unit > 0xDFFF);
        if (m_text.substr(m_position, 2) != "\\u")
            return false;
        m_position += 2;
        const int low = codeUnit();
        return low >= 0xDC00 && low <= 0xDFFF;
    }
    /// Four hexadecimal digits; -1 if there are none.
    int codeUnit()
    {
        const std::string_view digits = m_text.substr(m_position, 4);
        int unit = -1;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
        if (digits.size() < 4 || digits.front() == '-' || read.ptr != digits.data() + 4)
            return -1;
        m_position += 4;
        return unit;
    }
    bool members(int depth, char close, bool keyed)
    {
        ++m_position;
        if (accept(close))
            return true;
        do {
            skipSpace();
            if (keyed && (!string() || !accept(':')))
                return false;
            if (!value(depth + 1))
                return false;
        } while (accept(','));
        return accept(close);
    }
    bool word(std::string_view expected)
    {
        if (m_text.substr(m_position, expected.size()) != expected)
            return false;
        m_position += expected.size();
        return true;
    }
    bool digits()
    {
        const std::size_t before = m_position;
        while (!atEnd() && peek() >= '0' && peek() <= '9')
            ++m_position;
        return m_position > before;
    }
    bool number()
    {
        const std::size_t begin = m_position;
        if (!numberSyntax())
            return false;
        double value = 0;
        return std::from_chars(m_text.data() + begin, m_text.data() + m_position, value).ec == std::errc();
    }
    bool numberSyntax()
    {
        if (peek() == '-')
            ++m_position;
        const std::size_t first = m_position;
        if (!digits() || (m_text[first] == '0' && m_position - first > 1))
            return false;
        if (!atEnd() && peek() == '.') {
            ++m_position;
            if (!digits())
                return false;
        }
        if (!atEnd() && (peek() == 'e' || peek() == 'E')) {
            ++m_position;
            if (!atEnd() && (peek() == '+' || peek() == '-'))
                ++m_position;
            return digits();
        }
        return true;
    }

    std::string_view m_text;
    std::size_t m_position = 0;
};

/// Appends bytes to memory; drops those that do not fit.
class Unescaped
{
public:
    explicit Unescaped(std::span<char> memory)
        : m_memory(memory)
    {}

    void put(char c)
    {
        if (m_size < m_memory.size())
            m_memory[m_size++] = c;
    }
    void codePoint(unsigned code)
    {
        if (code < 0x80) {
            put(static_cast<char>(code));
        } else if (code < 0x800) {
            put(static_cast<char>(0xC0U | (code >> 6U)));
            put(static_cast<char>(0x80U | (code & 0x3FU)));
        } else {
            put(static_cast<char>(0xE0U | (code >> 12U)));
            put(static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)));
            put(static_cast<char>(0x80U | (code & 0x3FU)));
        }
    }
    [[nodiscard]] std::string_view text() const { return {m_memory.data(), m_size}; }

private:
    std::span<char> m_memory;
    std::size_t m_size = 0;
};

char unescapedLetter(char letter)
{
    switch (letter) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return letter;
    }
}

} // namespace

bool isObject(std::string_view text)
{
    Scanner scanner(text);
    scanner.skipSpace();
    if (scanner.atEnd() || text[scanner.position()] != '{' || !scanner.value(1))
        return false;
    scanner.skipSpace();
    return scanner.atEnd();
}

std::optional<std::string_view> findMember(std::string_view object, std::string_view key)
{
    Scanner scanner(object);
    if (!scanner.accept('{'))
        return std::nullopt;
    do {
        scanner.skipSpace();
        const std::size_t nameBegin = scanner.position();
        if (!scanner.string())
            return std::nullopt;
        const std::string_view name = object.substr(nameBegin + 1, scanner.position() - nameBegin - 2);
        if (!scanner.accept(':'))
            return std::nullopt;
        scanner.skipSpace();
        const std::size_t valueBegin = scanner.position();
        if (!scanner.value(2))
            return std::nullopt;
        if (name == key)
            return object.substr(valueBegin, scanner.position() - valueBegin);
    } while (scanner.accept(','));
    return std::nullopt;
}

std::optional<std::int64_t> toInteger(std::optional<std::string_view> value)
{
    if (!value || value->empty())
        return std::nullopt;
    const char* end = value->data() + value->size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(value->data(), end, whole); read.ec == std::errc() && read.ptr == end)
        return whole;
    // Digits, a point, digits: the fraction is cut off. An exponent is refused.
    const std::size_t point = value->find('.');
    if (point == std::string_view::npos || value->find_first_not_of("0123456789", point + 1) != std::string_view::npos)
        return std::nullopt;
    const char* wholeEnd = value->data() + point;
    const auto read = std::from_chars(value->data(), wholeEnd, whole);
    return read.ec == std::errc() && read.ptr == wholeEnd ? std::optional(whole) : std::nullopt;
}

std::optional<std::string_view> toText(std::optional<std::string_view> value, std::span<char> memory)
{
    if (!value || value->size() < 2 || value->front() != '"')
        return std::nullopt;
    const std::string_view inside = value->substr(1, value->size() - 2);
    Unescaped out(memory);
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\' || i + 1 >= inside.size()) {
            out.put(inside[i]);
            continue;
        }
        ++i;
        if (inside[i] != 'u' || i + 4 >= inside.size()) {
            out.put(unescapedLetter(inside[i]));
            continue;
        }
        unsigned code = 0;
        std::from_chars(inside.data() + i + 1, inside.data() + i + 5, code, 16);
        out.codePoint(code);
        i += 4;
    }
    return out.text();
}

} // namespace stepscope::json
