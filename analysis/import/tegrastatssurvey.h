#pragma once

#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/linetimes.h"
#include "remote/tegrastats/line.h"
#include "remote/tegrastats/series.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What is strange about a log. Each is told once, with how often it was met and where first.
enum class Oddity {
    Foreign, ///< a line of somebody else
    TooLong,
    Cut,
    Implausible,
    TooLarge,
    Unreadable,
    Twice, ///< a field stands twice in a line
    UnknownField,
    TooManySeries,
};
inline constexpr std::size_t kOddities = static_cast<std::size_t>(Oddity::TooManySeries) + 1;

struct OddityCount
{
    std::uint64_t count = 0;
    std::uint64_t firstRow = 0; ///< lines of tegrastats before it
    std::string where;          ///< "tx2.log:17: \"VDD_IN -20mW\""
};

/// What a first reading of a log finds: which series there are, when its lines were printed, what is strange.
struct TegrastatsSurvey
{
    tegrastats::SeriesTable series;
    std::vector<std::uint64_t> values;                 ///< of each series: readings that are values
    std::vector<std::array<std::uint64_t, 16>> states; ///< of each series: readings by State
    std::array<OddityCount, kOddities> oddities;
    std::vector<std::string> unknownFields; ///< some of them, by name
    LineTimes times;
    std::uint64_t rows = 0; ///< lines of tegrastats

    void note(Oddity oddity, const std::string& where);
    [[nodiscard]] const OddityCount& of(Oddity oddity) const { return oddities[static_cast<std::size_t>(oddity)]; }
};

/// Gets each line that is not empty, parsed, and "FILE:LINE".
using LogLineSink =
    std::function<void(const LineFile::Line& raw, const tegrastats::Line& line, const std::string& place)>;
/// Reads all files in their order. `progress` gets the share done of this reading.
format::Result<void> readLog(const ImportOptions& options, const LogLineSink& sink, const ImportProgress& progress);

format::Result<TegrastatsSurvey> surveyLog(const ImportOptions& options, const ImportProgress& progress);

/// At most 60 characters of it, in quotes.
std::string quoted(std::string_view text);

} // namespace stepscope::analysis
