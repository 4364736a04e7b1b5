#include "analysis/import/tables/csvunits.h"

#include "analysis/import/decimal.h"
#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>

namespace stepscope::analysis {
namespace {

struct UnitRow
{
    std::string_view text;
    std::string_view si;
    double factor;
    std::string_view quantity;
};
constexpr std::array kUnits{
    UnitRow{"W", "W", 1, "rail.power"},
    UnitRow{"kW", "W", 1e3, "rail.power"},
    UnitRow{"mW", "W", 1e-3, "rail.power"},
    UnitRow{"uW", "W", 1e-6, "rail.power"},
    UnitRow{"V", "V", 1, "rail.voltage"},
    UnitRow{"mV", "V", 1e-3, "rail.voltage"},
    UnitRow{"A", "A", 1, "rail.current"},
    UnitRow{"mA", "A", 1e-3, "rail.current"},
    UnitRow{"Hz", "Hz", 1, ""},
    UnitRow{"kHz", "Hz", 1e3, ""},
    UnitRow{"MHz", "Hz", 1e6, ""},
    UnitRow{"GHz", "Hz", 1e9, ""},
    UnitRow{"%", "1", 1e-2, ""},
    UnitRow{"percent", "1", 1e-2, ""},
    UnitRow{"C", "degC", 1, "temperature"},
    UnitRow{"degC", "degC", 1, "temperature"},
    UnitRow{"\xC2\xB0"
            "C",
            "degC", 1, "temperature"},
    UnitRow{"mC", "degC", 1e-3, "temperature"},
    UnitRow{"B", "B", 1, ""},
    UnitRow{"KB", "B", 1e3, ""},
    UnitRow{"kB", "B", 1e3, ""},
    UnitRow{"KiB", "B", 1024, ""},
    UnitRow{"MB", "B", 1e6, ""},
    UnitRow{"MiB", "B", 1048576, ""},
    UnitRow{"GB", "B", 1e9, ""},
    UnitRow{"GiB", "B", 1073741824, ""},
    UnitRow{"s", "s", 1, ""},
    UnitRow{"ms", "s", 1e-3, ""},
    UnitRow{"us", "s", 1e-6, ""},
    UnitRow{"ns", "s", 1e-9, ""},
    UnitRow{"rpm", "rpm", 1, "fan.speed"},
    UnitRow{"J", "J", 1, ""},
    UnitRow{"mJ", "J", 1e-3, ""},
};

/// Whether the last word of a title is its unit. A, B and C also number things: "cluster_A". `name`: the words before,
/// in lower case.
bool mayBeUnit(std::string_view unit, std::string_view name)
{
    static constexpr std::array<std::string_view, 22> kNumbered{
        "cluster", "version", "team", "group", "phase", "channel", "port", "zone", "variant", "class",  "type",
        "option",  "plan",    "part", "model", "node",  "rack",    "bank", "slot", "sample",  "domain", "side"};
    if (unit != "A" && unit != "B" && unit != "C")
        return true;
    return std::none_of(kNumbered.begin(), kNumbered.end(),
                        [&](std::string_view thing) { return name.ends_with(thing); });
}

/// Reads digits from the front.
std::optional<int> takeNumber(std::string_view& text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || text.empty() || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool takeOne(std::string_view& text, std::string_view characters)
{
    if (text.empty() || characters.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

/// "Z", "+02:00", "-0530", or nothing. ns east of UTC.
std::optional<std::int64_t> zoneOf(std::string_view text)
{
    if (text == "Z" || text == "UTC" || text == " UTC")
        return 0;
    const bool isWest = text.starts_with('-');
    if (!takeOne(text, "+-"))
        return std::nullopt;
    auto hours = takeNumber(text);
    int minutes = 0;
    if (hours && takeOne(text, ":"))
        minutes = takeNumber(text).value_or(0);
    if (hours && *hours > 99) {
        minutes = *hours % 100;
        hours = *hours / 100;
    }
    if (!hours || *hours > 14 || minutes > 59 || !text.empty())
        return std::nullopt;
    return (isWest ? -1 : 1) * (*hours * 60LL + minutes) * 60'000'000'000;
}

} // namespace

std::optional<CsvUnit> csvUnitOf(std::string_view text)
{
    const auto row =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const UnitRow& other) { return other.text == text; });
    if (row == kUnits.end())
        return std::nullopt;
    return CsvUnit{.si = std::string(row->si), .factor = row->factor, .quantity = std::string(row->quantity)};
}

CsvTitle csvTitleOf(std::string_view title)
{
    title = trimmed(title);
    for (const std::string_view brackets : {"()", "[]"}) {
        const std::size_t open = title.rfind(brackets[0]);
        if (title.ends_with(brackets[1]) && open != std::string_view::npos && open > 0)
            return {.name = std::string(trimmed(title.substr(0, open))),
                    .unit = std::string(trimmed(title.substr(open + 1, title.size() - open - 2)))};
    }
    for (const char separator : {'/', '_', ' '}) {
        const std::size_t at = title.rfind(separator);
        if (at != std::string_view::npos && at > 0 && csvUnitOf(title.substr(at + 1)) &&
            (separator == '/' || mayBeUnit(title.substr(at + 1), lowered(title.substr(0, at)))))
            return {.name = std::string(trimmed(title.substr(0, at))), .unit = std::string(title.substr(at + 1))};
    }
    return {.name = std::string(title)};
}

std::optional<CsvDate> csvDateOf(std::string_view text)
{
    text = trimmed(text);
    const auto year = takeNumber(text);
    if (!year || *year < 1970 || *year > 2200 || !takeOne(text, "-/"))
        return std::nullopt;
    const auto month = takeNumber(text);
    if (!month || !takeOne(text, "-/"))
        return std::nullopt;
    const auto day = takeNumber(text);
    if (!day || !takeOne(text, "T "))
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    const auto hour = takeNumber(text);
    if (!date.ok() || !hour || *hour > 23 || !takeOne(text, ":"))
        return std::nullopt;
    const auto minute = takeNumber(text);
    int second = 0;
    std::int64_t fraction = 0;
    if (!minute || *minute > 59)
        return std::nullopt;
    if (takeOne(text, ":")) {
        second = takeNumber(text).value_or(99);
        const std::size_t digits = text.find_first_not_of("0123456789", 1);
        if (text.starts_with('.') || text.starts_with(',')) {
            const std::string decimals =
                "0." + std::string(text.substr(1, digits == std::string_view::npos ? digits : digits - 1));
            fraction = scaledDecimal(decimals, 9).value_or(0);
            text.remove_prefix(std::min(digits, text.size()));
        }
    }
    const auto zone = zoneOf(text);
    if (second > 60 || (!zone && !text.empty()))
        return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t seconds = days * 86400 + *hour * 3600LL + *minute * 60LL + second;
    return CsvDate{.ns = seconds * 1'000'000'000 + fraction - zone.value_or(0), .hasZone = zone.has_value()};
}

} // namespace stepscope::analysis
