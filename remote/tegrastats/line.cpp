#include "remote/tegrastats/line.h"

#include "remote/tegrastats/quantities.h"

#include <algorithm>
#include <array>

namespace stepscope::tegrastats {

void Line::parse(std::string_view text, bool terminated)
{
    m_readings.clear();
    m_fieldCount = 0;
    m_tooLong = false;
    m_clock.reset();
    std::size_t knownFields = 0;
    bool signature = false;
    Scanner in(text);
    in.takeBlanks();
    const std::size_t start = in.position();
    m_clock = takeClockPrefix(in);
    if (m_clock)
        addField(in.since(start), Field::Kind::Clock, 0);
    while (in.takeBlanks(), !in.atEnd()) {
        const std::size_t fieldStart = in.position();
        const std::size_t firstReading = m_readings.size();
        if (m_fieldCount + 1 == kMaxFields) {
            m_tooLong = true;
            in.goTo(text.size());
            addField(in.since(fieldStart), Field::Kind::Extra, firstReading);
            break;
        }
        const Match match = takeKnown(in, signature);
        if (match == Match::No) {
            takeExtra(in);
            continue;
        }
        ++knownFields;
        addField(in.since(fieldStart), match == Match::Whole ? Field::Kind::Known : Field::Kind::Broken, firstReading);
    }
    constexpr std::size_t kEnoughFields = 3;
    m_tooLong = m_tooLong || m_readings.lost() > 0;
    m_isTegrastats = signature || knownFields >= kEnoughFields;
    judgeEnding(text, terminated);
}

/// A row that matches a complete field takes precedence over a row with an incomplete match.
Match Line::takeKnown(Scanner& in, bool& signature)
{
    const std::size_t start = in.position();
    const std::size_t readings = m_readings.size();
    const FieldRow* broken = nullptr;
    for (const FieldRow& row : fieldTable()) {
        if (!in.rest().starts_with(row.head))
            continue;
        const Match match = row.parse(in, m_readings);
        if (match == Match::Whole) {
            signature = signature || row.signature;
            return match;
        }
        if (match == Match::Broken && broken == nullptr)
            broken = &row;
        in.goTo(start);
        m_readings.truncate(readings);
    }
    if (broken == nullptr)
        return Match::No;
    signature = signature || broken->signature;
    return broken->parse(in, m_readings);
}

/// Takes a word that is not a field of the grammar, and the following words that begin without a capital letter and
/// therefore cannot begin a field.
void Line::takeExtra(Scanner& in)
{
    const std::size_t start = in.position();
    const std::size_t firstReading = m_readings.size();
    in.takeWord();
    for (;;) {
        const std::size_t end = in.position();
        in.takeBlanks();
        const std::size_t next = in.position();
        bool ignored = false;
        const bool joins = !in.atEnd() && !Scanner::isUpper(in.next()) && takeKnown(in, ignored) == Match::No;
        m_readings.truncate(firstReading);
        if (!joins) {
            in.goTo(end);
            break;
        }
        in.goTo(next);
        in.takeWord();
    }
    addNumbers(in.since(start));
    addField(in.since(start), Field::Kind::Extra, firstReading);
}

/// Adds the numbers of an extra field, except digits within names. The first word of the field names them if it is a
/// name.
void Line::addNumbers(std::string_view text)
{
    constexpr int kMost = 8;
    Scanner in(text);
    const std::string_view name = in.takeName();
    int index = 0;
    bool inName = false;
    while (!in.atEnd() && index < kMost) {
        const char c = in.next();
        const bool begins = Scanner::isDigit(c) || (c == '-' && !inName);
        const auto number = begins && !inName ? in.takeNumber(factsOf(Quantity::Extra).decimals) : std::nullopt;
        if (number)
            m_readings.add(Quantity::Extra, *number, name, index++);
        else
            in.goTo(in.position() + 1);
        inName = Scanner::isLetter(c) || c == '_' || (inName && Scanner::isDigit(c));
    }
}

void Line::addField(std::string_view text, Field::Kind kind, std::size_t firstReading)
{
    while (!text.empty() && Scanner::isBlank(text.back()))
        text.remove_suffix(1);
    m_fields[m_fieldCount++] = {text, kind, static_cast<std::uint16_t>(firstReading),
                                static_cast<std::uint16_t>(m_readings.size() - firstReading)};
}

void Line::judgeEnding(std::string_view text, bool terminated)
{
    m_ending = Ending::Whole;
    if (m_fieldCount == 0)
        return;
    const Field& last = m_fields[m_fieldCount - 1];
    const bool broken = last.kind == Field::Kind::Broken;
    const bool endsInNumber = last.readings > 0 && Scanner::isDigit(text.back());
    const Quantity quantity = last.readings > 0 ? m_readings[m_readings.size() - 1].quantity : Quantity::Extra;
    if (broken || (last.kind == Field::Kind::Extra && !terminated))
        m_ending = Ending::Cut;
    else if (!terminated && endsInNumber)
        m_ending = Ending::Unsure;
    // The only broken field that keeps a number at its end is the list of cores.
    if (m_ending == Ending::Whole || !endsInNumber || (broken && quantity != Quantity::CpuFrequency))
        return;
    // One clock after the list of cores applies to each core.
    const bool shared = quantity == Quantity::CpuFrequency && !broken;
    for (std::size_t i = m_readings.size(); i-- > last.firstReading && m_readings[i].quantity == quantity;) {
        m_readings[i].state = State::Cut;
        if (!shared)
            break;
    }
}

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
