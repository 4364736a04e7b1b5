#include "analysis/import/chrome/chromerepair.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kEscape = 6; ///< bytes of \uXXXX

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isOfWord(char c)
{
    return isLetter(c) || (c >= '0' && c <= '9') || std::string_view("+-.()").find(c) != std::string_view::npos;
}

/// "-Infinity", "nan(ind)".
bool isNotFinite(std::string_view word)
{
    word.remove_prefix(word.front() == '-' || word.front() == '+' ? 1 : 0);
    std::string lower(word.substr(0, word.find('(')));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return isLetter(c) ? static_cast<char>(c | 0x20) : c; });
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "1e400", which the parser of JSON refuses.
bool isBeyondDouble(std::string_view word)
{
    constexpr std::size_t kLongestExact = 300; ///< digits that a double holds without an exponent
    if (word.find_first_of("eE") == std::string_view::npos && word.size() < kLongestExact)
        return false;
    return std::isinf(std::strtod(std::string(word).c_str(), nullptr));
}

/// The number of \uXXXX at the beginning of a text.
std::optional<unsigned> codeOf(std::span<const char> text)
{
    unsigned code = 0;
    if (text.size() < kEscape || text[0] != '\\' || text[1] != 'u')
        return std::nullopt;
    const auto parsed = std::from_chars(text.data() + 2, text.data() + kEscape, code, 16);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + kEscape ? std::optional(code) : std::nullopt;
}

/// Bytes of the UTF-8 character that this byte begins; 0 = it begins none.
std::size_t lengthOf(unsigned char first)
{
    if (first >= 0xC2U && first < 0xE0U)
        return 2;
    if (first >= 0xE0U && first < 0xF0U)
        return 3;
    return first >= 0xF0U && first < 0xF5U ? 4 : 0;
}

/// Whether the bytes after the first one continue it: no surrogates, no code that is too long or too large.
bool isCharacter(std::span<const char> bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return false;
    }
    const unsigned char first = byte(0);
    const unsigned char second = byte(1);
    return !((first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second > 0x9FU) ||
             (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second > 0x8FU));
}

} // namespace

std::size_t ChromeRepair::apply(std::span<char> text, bool isLast)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::span<char> rest = text.subspan(at);
        const std::size_t done = m_isInString ? inString(rest, isLast) : outside(rest, isLast);
        if (done == 0)
            break;
        at += done;
    }
    return at;
}

std::size_t ChromeRepair::replace(std::span<char> text, char with)
{
    std::fill(text.begin(), text.end(), with);
    ++m_count;
    return text.size();
}

std::size_t ChromeRepair::inString(std::span<char> text, bool isLast)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (first == '\\')
        return escape(text, isLast);
    m_isInString = first != '"';
    if (first == '\t' || first == '\n' || first == '\r')
        return replace(text.first(1), ' ');
    if (first < 0x80U)
        return 1;
    const std::size_t length = lengthOf(first);
    if (length > text.size() && !isLast)
        return 0;
    if (length == 0 || length > text.size() || !isCharacter(text.first(length)))
        return replace(text.first(1), '?');
    return length;
}

std::size_t ChromeRepair::escape(std::span<char> text, bool isLast)
{
    if (text.size() < 2 * kEscape && !isLast)
        return 0;
    if (text.size() < 2)
        return 1;
    if (std::string_view("\"\\/bfnrt").find(text[1]) != std::string_view::npos)
        return 2;
    const auto code = codeOf(text);
    if (!code)
        return replace(text.first(1), '?');
    const auto isSurrogate = [](std::optional<unsigned> value, unsigned first) {
        return value && *value >= first && *value < first + 0x400U;
    };
    constexpr unsigned kHigh = 0xD800;
    constexpr unsigned kLow = 0xDC00;
    if (isSurrogate(code, kHigh) && isSurrogate(codeOf(text.subspan(kEscape)), kLow))
        return 2 * kEscape;
    if (isSurrogate(code, kHigh) || isSurrogate(code, kLow)) {
        std::copy_n("fffd", 4, text.begin() + 2);
        ++m_count;
    }
    return kEscape;
}

std::size_t ChromeRepair::outside(std::span<char> text, bool isLast)
{
    constexpr std::size_t kLongestWord = 32;
    const char first = text.front();
    m_isInString = first == '"';
    if (!isLetter(first) && !isDigit(first) && first != '-' && first != '+')
        return 1;
    const auto end = std::find_if_not(text.begin(), text.end(), isOfWord);
    const auto length = static_cast<std::size_t>(end - text.begin());
    if (end == text.end() && length < kLongestWord && !isLast)
        return 0;
    const std::string_view word(text.data(), length);
    const bool isNumber = isDigit(first) || (length > 1 && isDigit(word[1]));
    if (isNumber ? !isBeyondDouble(word) : !isNotFinite(word))
        return length;
    replace(text.first(length), ' ');
    text[0] = text[1] = '"';
    return length;
}

} // namespace stepscope::analysis
