#include "remote/tegrastats/clockprefix.h"

#include <algorithm>
#include <array>

namespace stepscope::tegrastats {
namespace {

/// Takes exactly `count` digits.
std::optional<std::int64_t> takeDigits(Scanner& in, int count)
{
    std::int64_t value = 0;
    for (int i = 0; i < count; ++i) {
        if (!Scanner::isDigit(in.next()))
            return std::nullopt;
        value = value * 10 + (in.next() - '0');
        in.goTo(in.position() + 1);
    }
    return Scanner::isDigit(in.next()) ? std::nullopt : std::optional(value);
}

/// Takes numbers of the given widths, separated by the given characters.
template <std::size_t Count>
std::optional<std::array<std::int64_t, Count>> takeGroups(Scanner& in, const std::array<int, Count>& widths,
                                                          const char* between)
{
    std::array<std::int64_t, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        const auto number = takeDigits(in, widths[i]);
        const bool last = i + 1 == Count;
        if (!number || (!last && !in.takeText(std::string_view(between, 1))))
            return std::nullopt;
        numbers[i] = *number;
    }
    return numbers;
}

bool isLeap(std::int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

std::optional<std::int64_t> daysSince1970(std::int64_t year, std::int64_t month, std::int64_t day)
{
    constexpr std::array kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1970 || month < 1 || month > 12)
        return std::nullopt;
    const std::int64_t length = kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && isLeap(year) ? 1 : 0);
    if (day < 1 || day > length)
        return std::nullopt;
    std::int64_t days = day - 1;
    for (std::int64_t before = 1; before < month; ++before)
        days += kDays[static_cast<std::size_t>(before - 1)] + (before == 2 && isLeap(year) ? 1 : 0);
    const auto leapDays = [](std::int64_t y) { return y / 4 - y / 100 + y / 400; };
    return days + 365LL * (year - 1970) + leapDays(year - 1) - leapDays(1969);
}

/// Takes "MM-DD-YYYY" or "YYYY-MM-DD" and returns the days since 1970.
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

std::int64_t takeFraction(Scanner& in)
{
    std::int64_t nanoseconds = 0;
    if (in.takeText(".") || in.takeText(",")) {
        std::int64_t unit = 100'000'000;
        for (; Scanner::isDigit(in.next()); in.goTo(in.position() + 1), unit /= 10)
            nanoseconds += (in.next() - '0') * unit;
    }
    return nanoseconds;
}

/// Takes "Z", "+0200" or "+02:00". The zone is ignored, because all times of a log have the same zone.
void takeZone(Scanner& in)
{
    const std::size_t start = in.position();
    if (in.takeText("Z") || (!in.takeText("+") && !in.takeText("-")))
        return;
    const bool compact = takeDigits(in, 4).has_value();
    if (!compact) {
        in.goTo(start + 1);
        if (!takeGroups<2>(in, {2, 2}, ":"))
            in.goTo(start);
    }
}

/// Takes seconds since 1970 in the format of `date +%s`.
std::optional<WallTime> takeEpoch(Scanner& in)
{
    const auto seconds = in.rest().size() > 10 ? takeDigits(in, 10) : std::nullopt;
    if (!seconds)
        return std::nullopt;
    return WallTime{*seconds, takeFraction(in)};
}

std::optional<WallTime> takeDateAndTime(Scanner& in)
{
    const auto days = takeDate(in);
    if (!days || (!in.takeText("T") && !in.takeBlanks()))
        return std::nullopt;
    const auto time = takeGroups<3>(in, {2, 2, 2}, ":");
    // Second 60 is a leap second.
    if (!time || (*time)[0] > 23 || (*time)[1] > 59 || (*time)[2] > 60)
        return std::nullopt;
    const std::int64_t nanoseconds = takeFraction(in);
    takeZone(in);
    return WallTime{*days * 86400 + (*time)[0] * 3600 + (*time)[1] * 60 + (*time)[2], nanoseconds};
}

} // namespace

std::optional<WallTime> takeClockPrefix(Scanner& in)
{
    const std::size_t start = in.position();
    const bool bracketed = in.takeText("[");
    const std::size_t inside = in.position();
    auto time = takeDateAndTime(in);
    if (!time) {
        in.goTo(inside);
        time = takeEpoch(in);
    }
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
