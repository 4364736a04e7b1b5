#pragma once

#include "analysis/report/report.h"
#include "remote/format/result.h"

#include <filesystem>
#include <vector>

namespace stepscope::analysis {

/// Writes the JSON of the report into a folder as CSV files (RFC 4180), in SI units:
///
///     report-metrics.csv     every single value: its path in the JSON ("energy.joules_per_step") and the value
///     report-ops.csv report-closure.csv report-observations.csv ...   one file for each list, one row for each entry
///
/// A value nested in an entry becomes a column ("energy_joules.VDD_IN.low"). A list nested in an entry becomes a
/// separate file (report-ops-positions.csv), whose first columns identify the entry. Empty = not known. A new analysis
/// needs no change here.
///
/// Replaces an earlier report in the folder. A report-metrics.csv that is not of a report is an error.
format::Result<void> exportReport(const Report& report, const std::filesystem::path& folder);

/// Several reports: each in a folder named by its title, and the observations over all of them in `folder` itself.
format::Result<void> exportReports(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                                   const std::vector<Observation>& together, const std::filesystem::path& folder);

} // namespace stepscope::analysis
