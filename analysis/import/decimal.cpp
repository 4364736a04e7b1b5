#include "analysis/import/decimal.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>

namespace stepscope::analysis {

std::optional<std::int64_t> scaledDecimal(std::string_view text, int power)
{
    __extension__ using Wide = __int128;
    constexpr int kMostDigits = 30;
    const bool isNegative = text.starts_with('-');
    text.remove_prefix(isNegative ? 1 : 0);
    Wide number = 0;
    int digits = 0;
    bool afterPoint = false;
    std::size_t i = 0;
    bool hasDigits = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        hasDigits = true;
        if (digits < kMostDigits) {
            number = number * 10 + (c - '0');
            digits += number > 0 ? 1 : 0;
            power -= afterPoint ? 1 : 0;
        } else {
            power += afterPoint ? 0 : 1;
        }
    }
    if (i < text.size()) {
        const bool isExponent = text[i] == 'e' || text[i] == 'E';
        char* end = nullptr;
        const std::string rest(text.substr(std::min(i + 1, text.size())));
        const long exponent = std::strtol(rest.c_str(), &end, 10);
        if (!isExponent || rest.empty() || *end != '\0' || std::abs(exponent) > 1000)
            return std::nullopt;
        power += static_cast<int>(exponent);
    }
    if (!hasDigits)
        return std::nullopt;
    for (; power > 0 && number != 0; --power) {
        number *= 10;
        if (number > std::numeric_limits<std::int64_t>::max())
            return std::nullopt;
    }
    for (; power < -1 && number != 0; ++power)
        number /= 10;
    if (power == -1 && number != 0)
        number = (number + 5) / 10;
    if (number > std::numeric_limits<std::int64_t>::max())
        return std::nullopt;
    const auto ns = static_cast<std::int64_t>(number);
    return isNegative ? -ns : ns;
}

std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds)
{
    // Nearly all times of traces: digits, at most three decimals, and no more than an int64 has.
    constexpr std::size_t kMostDigits = 15;
    constexpr std::int64_t kScales[] = {1000, 100, 10, 1};
    const std::size_t point = std::min(microseconds.find('.'), microseconds.size());
    const std::size_t decimals = microseconds.size() - std::min(point + 1, microseconds.size());
    if (point == 0 || point > kMostDigits || decimals >= std::size(kScales))
        return scaledDecimal(microseconds, 3);
    std::int64_t number = 0;
    for (std::size_t i = 0; i < microseconds.size(); ++i) {
        const auto digit = static_cast<unsigned>(microseconds[i] - '0');
        if (digit <= 9)
            number = number * 10 + digit;
        else if (i != point)
            return scaledDecimal(microseconds, 3);
    }
    return number * kScales[decimals];
}

std::optional<int> powerToNanoseconds(std::string_view unit)
{
    struct Unit
    {
        std::string_view name;
        int power;
    };
    constexpr Unit kUnits[] = {{"s", 9}, {"ms", 6}, {"us", 3}, {"\xC2\xB5s", 3}, {"ns", 0}, {"sec", 9}, {"seconds", 9}};
    for (const Unit& known : kUnits) {
        if (known.name == unit)
            return known.power;
    }
    return std::nullopt;
}

} // namespace stepscope::analysis
