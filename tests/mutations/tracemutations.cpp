#include "tests/mutations/tracemutations.h"

#include "tests/mutations/jsonmutations.h"

#include <algorithm>
#include <cctype>
#include <zlib.h>

namespace stepscope::mutations {
namespace {

/// A text of this length compresses to some kilobytes.
constexpr std::size_t kLongText = std::size_t{64} << 20U;

/// begin and end of a token of digits; both are the end of the text if there is none.
std::pair<std::size_t, std::size_t> anyNumber(const std::string& text, Random& random)
{
    constexpr const char* kDigits = "0123456789";
    const std::size_t begin = std::min(text.find_first_of(kDigits, random.below(text.size())), text.size());
    return {begin, std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size())};
}

void replaceNumber(std::string& text, Random& random)
{
    constexpr const char* kNumbers[]{"",       "1e400", "-1e400", "99999999999999999999", "-0", "NaN", "0x10",
                                     "1e-400", "1.",    "-"};
    const auto [begin, end] = anyNumber(text, random);
    const std::string number =
        random.oneIn(2) ? std::to_string(random.extreme()) : kNumbers[random.below(std::size(kNumbers))];
    text.replace(begin, end - begin, number);
}

/// begin and end of a line, with its line break.
std::pair<std::size_t, std::size_t> anyLine(const std::string& text, Random& random)
{
    const std::size_t at = random.below(text.size());
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', begin);
    return {begin, end == std::string::npos ? text.size() : end + 1};
}

void repeatLine(std::string& text, Random& random)
{
    const auto [begin, end] = anyLine(text, random);
    const std::string line = text.substr(begin, end - begin);
    const std::size_t count = random.oneIn(10) ? 5000 : 1 + random.below(5);
    for (std::size_t i = 0; i < count; ++i)
        text.insert(begin, line);
}

void removeLine(std::string& text, Random& random)
{
    const auto [begin, end] = anyLine(text, random);
    text.erase(begin, end - begin);
}

void moveLine(std::string& text, Random& random)
{
    const auto [begin, end] = anyLine(text, random);
    const std::string line = text.substr(begin, end - begin);
    text.erase(begin, end - begin);
    if (!text.empty())
        text.insert(anyLine(text, random).first, line);
}

void changeByte(std::string& text, Random& random)
{
    constexpr std::string_view kSyntax = "{}[]\",:\\\n\r\t @/%\0-";
    const std::size_t at = random.below(text.size());
    text[at] = random.oneIn(2) ? static_cast<char>(random.bits()) : kSyntax[random.below(kSyntax.size())];
}

void removePart(std::string& text, Random& random)
{
    text.erase(random.below(text.size()), 1 + random.below(80));
}

void repeatPart(std::string& text, Random& random)
{
    const std::size_t at = random.below(text.size());
    const std::string part = text.substr(at, 1 + random.below(80));
    const std::size_t count = random.oneIn(10) ? 2000 : 1;
    for (std::size_t i = 0; i < count; ++i)
        text.insert(at, part);
}

void cut(std::string& text, Random& random)
{
    text.resize(random.below(text.size()));
}

void changeJson(std::string& text, Random& random)
{
    text = mutatedJson(text, random);
}

using Change = void (*)(std::string&, Random&);
constexpr Change kChanges[]{replaceNumber, replaceNumber, replaceNumber, changeJson, changeJson, changeJson, repeatLine,
                            removeLine,    moveLine,      changeByte,    changeByte, removePart, repeatPart, cut};

std::string compressed(const std::string& text)
{
    z_stream stream{};
    constexpr int kGzip = 15 + 16;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return text;
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// Inserts so much of one character that the compressed file is small and the text is not.
void inflate(std::string& text, Random& random)
{
    constexpr std::string_view kCharacters = "x [\n0{";
    text.insert(random.below(text.size() + 1), kLongText, kCharacters[random.below(kCharacters.size())]);
}

} // namespace

std::string mutatedTrace(std::span<const std::string> originals, Random& random)
{
    std::string text = originals[random.below(originals.size())];
    const std::size_t changes = 1 + random.below(random.oneIn(4) ? 20 : 4);
    for (std::size_t i = 0; i < changes && !text.empty(); ++i)
        kChanges[random.below(std::size(kChanges))](text, random);
    if (!random.oneIn(4))
        return text;
    if (random.oneIn(12))
        inflate(text, random);
    std::string packed = compressed(text);
    if (random.oneIn(3))
        packed[random.below(packed.size())] = static_cast<char>(random.bits());
    if (random.oneIn(6))
        packed.resize(random.below(packed.size()));
    return packed;
}

} // namespace stepscope::mutations
