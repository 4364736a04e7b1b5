#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// A unit as it is written in headers of columns: "mW" is 1e-3 W.
struct CsvUnit
{
    std::string si{}; ///< unit of a recording: "W"; "1" for percent
    double factor = 1;
    std::string quantity{}; ///< of a channel with this unit; empty = it does not follow from the unit
};
std::optional<CsvUnit> csvUnitOf(std::string_view text);

/// The title of a column without its unit: "power (mW)", "power [mW]", "power_mW", "power/mW".
struct CsvTitle
{
    std::string name{};
    std::string unit{}; ///< as written; empty = none that is known
};
CsvTitle csvTitleOf(std::string_view title);

/// ns of a date with a time of day, as if it were UTC: "2024-05-06 16:34:01.25", with T, with / for -, and with Z or an
/// offset such as +02:00, which is subtracted. nullopt: no date.
struct CsvDate
{
    std::int64_t ns = 0;
    bool hasZone = false;
};
std::optional<CsvDate> csvDateOf(std::string_view text);

} // namespace stepscope::analysis
