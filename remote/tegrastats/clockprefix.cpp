#include "remote/tegrastats/clockprefix.h"

#include <algorithm>
#include <array>

namespace stepscope::tegrastats {
namespace {

/// Exactly this many digits.
std::optional<int> takeDigits(Scanner& in, int count)
{
    int value = 0;
    for (int i = 0; i < count; ++i) {
        if (!Scanner::isDigit(in.next()))
            return std::nullopt;
        value = value * 10 + (in.next() - '0');
        in.goTo(in.position() + 1);
    }
    return Scanner::isDigit(in.next()) ? std::nullopt : std::optional(value);
}

/// Numbers of these widths with these characters between them.
template <std::size_t Count>
std::optional<std::array<int, Count>> takeGroups(Scanner& in, const std::array<int, Count>& widths, const char* between)
{
    std::array<int, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        const auto number = takeDigits(in, widths[i]);
        const bool last = i + 1 == Count;
        if (!number || (!last && !in.takeText(std::string_view(between, 1))))
            return std::nullopt;
        numbers[i] = *number;
    }
    return numbers;
}

bool isLeap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

std::optional<std::int64_t> daysSince1970(int year, int month, int day)
{
    constexpr std::array kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1970 || month < 1 || month > 12)
        return std::nullopt;
    const int length = kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && isLeap(year) ? 1 : 0);
    if (day < 1 || day > length)
        return std::nullopt;
    std::int64_t days = day - 1;
    for (int before = 1; before < month; ++before)
        days += kDays[static_cast<std::size_t>(before - 1)] + (before == 2 && isLeap(year) ? 1 : 0);
    const auto leapDays = [](std::int64_t y) { return y / 4 - y / 100 + y / 400; };
    return days + 365LL * (year - 1970) + leapDays(year - 1) - leapDays(1969);
}

/// "MM-DD-YYYY" or "YYYY-MM-DD"
std::optional<std::int64_t> takeDate(Scanner& in)
{
    const std::size_t start = in.position();
    if (const auto american = takeGroups<3>(in, {2, 2, 4}, "-"))
        return daysSince1970((*american)[2], (*american)[0], (*american)[1]);
    in.goTo(start);
    if (const auto iso = takeGroups<3>(in, {4, 2, 2}, "-"))
        return daysSince1970((*iso)[0], (*iso)[1], (*iso)[2]);
    return std::nullopt;
}

std::optional<WallTime> takeDateAndTime(Scanner& in)
{
    const auto days = takeDate(in);
    if (!days || (!in.takeText("T") && !in.takeBlanks()))
        return std::nullopt;
    const auto time = takeGroups<3>(in, {2, 2, 2}, ":");
    // A leap second is the 60th.
    if (!time || (*time)[0] > 23 || (*time)[1] > 59 || (*time)[2] > 60)
        return std::nullopt;
    std::int64_t nanoseconds = 0;
    if (in.takeText(".") || in.takeText(",")) {
        std::int64_t unit = 100'000'000;
        for (; Scanner::isDigit(in.next()); in.goTo(in.position() + 1), unit /= 10)
            nanoseconds += (in.next() - '0') * unit;
    }
    return WallTime{*days * 86400 + (*time)[0] * 3600 + (*time)[1] * 60 + (*time)[2], nanoseconds};
}

} // namespace

std::optional<WallTime> takeClockPrefix(Scanner& in)
{
    const std::size_t start = in.position();
    const bool bracketed = in.takeText("[");
    auto time = takeDateAndTime(in);
    if (time && (!bracketed || in.takeText("]"))) {
        in.takeBlanks();
        if (in.takeText(":") || in.takeText("-"))
            in.takeBlanks();
        if (in.position() > start && (in.atEnd() || Scanner::isBlank(in.since(start).back()) || bracketed))
            return time;
    }
    in.goTo(start);
    return std::nullopt;
}

bool isDateLine(std::string_view line)
{
    constexpr std::size_t kLongest = 120;
    if (line.size() > kLongest)
        return false;
    bool hasTime = false;
    bool hasYear = false;
    for (Scanner in(line); !in.atEnd(); in.takeBlanks()) {
        std::string_view word = in.takeWord();
        while (word.ends_with(',') || word.ends_with('.'))
            word.remove_suffix(1);
        Scanner year(word);
        hasYear = hasYear || (takeDigits(year, 4) && year.atEnd());
        Scanner time(word);
        hasTime = hasTime || (takeGroups<3>(time, {2, 2, 2}, ":") && time.atEnd());
    }
    return hasTime && hasYear;
}

} // namespace stepscope::tegrastats
