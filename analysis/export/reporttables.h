#pragma once

#include "analysis/algorithms/report.h"
#include "remote/format/result.h"

#include <filesystem>
#include <vector>

namespace stepscope::analysis {

/// The report for spreadsheets and scripts: all that its JSON says, in SI units, as CSV files (RFC 4180) in a folder:
///
///     report-metrics.csv     every single figure: its path in the JSON ("energy.joules_per_step") and its value
///     report-ops.csv report-closure.csv report-observations.csv ...   one a list of things, a row each
///
/// A figure in a figure becomes a column ("energy_joules.VDD_IN.low"); a list in a row becomes a file of its own
/// (report-ops-positions.csv), whose rows begin with what names the row it is of. Empty = not known.
///
/// Replaces an earlier report there and nothing else: a folder with a report-metrics.csv that is none is an error.
format::Result<void> exportReport(const Report& report, const std::filesystem::path& folder);

/// Several: each in a folder by its title in that folder, and the observations of all together in the folder itself.
format::Result<void> exportReports(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                                   const std::vector<Observation>& together, const std::filesystem::path& folder);

} // namespace stepscope::analysis
