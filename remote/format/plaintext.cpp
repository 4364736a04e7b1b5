#include "remote/format/plaintext.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace stepscope::format {
namespace {

struct Character
{
    std::uint32_t code = 0;
    std::size_t size = 0; ///< bytes; 0 = no valid UTF-8
};

/// The first character of a nonempty text (RFC 3629, section 4).
Character firstOf(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t size = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
    if (size == 0 || text.size() < size)
        return {};
    std::uint32_t code = lead & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80)
            return {};
        code = code << 6U | (byte(i) & 0x3FU);
    }
    const bool isOverlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool isSurrogate = code >= 0xD800 && code < 0xE000;
    return isOverlong || isSurrogate || code > 0x10FFFF ? Character() : Character{code, size};
}

bool isPlain(std::uint32_t code)
{
    struct Range
    {
        std::uint32_t first, last;
    };
    constexpr Range kForbidden[] = {{0x00, 0x08},      {0x0B, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},
                                    {0x61C, 0x61C},    {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},
                                    {0x2060, 0x206F},  {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF},
                                    {0xE0000, 0xE007F}};
    return std::none_of(std::begin(kForbidden), std::end(kForbidden),
                        [code](const Range& range) { return range.first <= code && code <= range.last; });
}

bool isPrintableAscii(char c)
{
    return c >= 0x20 && c < 0x7F;
}

} // namespace

std::string plainText(std::string_view text, std::string_view replacement)
{
    if (std::all_of(text.begin(), text.end(), isPrintableAscii))
        return std::string(text);
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstOf(text);
        if (character.size > 0 && isPlain(character.code))
            result += text.substr(0, character.size);
        else
            result += replacement;
        text.remove_prefix(std::max<std::size_t>(character.size, 1));
    }
    return result;
}

} // namespace stepscope::format
