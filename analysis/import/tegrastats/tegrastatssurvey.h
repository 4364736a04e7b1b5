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

/// Anomalies of a log. Each kind is reported once, with its count and the place of the first occurrence.
enum class Anomaly {
    Foreign, ///< a line of another program
    Zeros,   ///< a part of the file that was not written
    TooLong,
    Cut,
    Implausible,
    TooLarge,
    Unreadable,
    Repeated, ///< a field occurs twice in a line
    UnknownField,
    TooManySeries,
};
inline constexpr std::size_t kAnomalies = static_cast<std::size_t>(Anomaly::TooManySeries) + 1;

struct AnomalyCount
{
    std::uint64_t count = 0;
    std::uint64_t firstRow = 0; ///< number of tegrastats lines before the first occurrence
    std::string where;          ///< "tx2.log:17: \"VDD_IN -20mW\""
};

/// Result of the first pass over a log: its series, the times of its lines, and anomalies.
struct TegrastatsSurvey
{
    tegrastats::SeriesTable series;
    std::vector<std::uint64_t> values;                 ///< by series: readings that are values
    std::vector<std::array<std::uint64_t, 16>> states; ///< by series: readings by State
    std::array<AnomalyCount, kAnomalies> anomalies;
    std::vector<std::string> unknownFields; ///< names of the first eight
    LineTimes times;
    std::uint64_t rows = 0; ///< lines of tegrastats

    void note(Anomaly anomaly, const std::string& where);
    [[nodiscard]] const AnomalyCount& of(Anomaly anomaly) const { return anomalies[static_cast<std::size_t>(anomaly)]; }
};

/// Receives each non-empty line, its parsed form, and "FILE:LINE".
using LogLineSink =
    std::function<void(const LineFile::Line& raw, const tegrastats::Line& line, const std::string& place)>;
/// Reads all files in their order. `progress` receives the share done of this pass.
format::Result<void> readLog(const ImportOptions& options, const LogLineSink& sink, const ImportProgress& progress);

format::Result<TegrastatsSurvey> surveyLog(const ImportOptions& options, const ImportProgress& progress);

} // namespace stepscope::analysis
