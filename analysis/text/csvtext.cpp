#include "analysis/text/csvtext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace stepscope::analysis {

bool needsCsvQuotes(std::string_view field)
{
    return field.find_first_of(",\"\r\n") != std::string_view::npos;
}

std::string csvField(std::string_view field)
{
    if (!needsCsvQuotes(field))
        return std::string(field);
    std::string quoted = "\"";
    for (const char letter : field)
        quoted.append(letter == '"' ? 2 : 1, letter);
    return quoted += '"';
}

std::string csvNumber(double value)
{
    if (!std::isfinite(value))
        return {};
    std::array<char, 40> memory{};
    const auto end = std::to_chars(memory.data(), memory.data() + memory.size(), value);
    return {memory.data(), end.ptr};
}

} // namespace stepscope::analysis
