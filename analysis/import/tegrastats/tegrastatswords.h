#pragma once

#include "analysis/import/tegrastats/tegrastatssurvey.h"
#include "analysis/trace/model.h"
#include "remote/tegrastats/series.h"

#include <string>
#include <vector>

namespace stepscope::analysis {

/// Resolution of the clocks in logs, which print local time.
inline constexpr std::int64_t kClockStepNs = 1'000'000'000;

/// Sets board, clock, period and source.
void describeLog(const ImportOptions& options, const TegrastatsSurvey& survey, Collection& into);

/// "2 lines are not of tegrastats (kept in the log)"
std::string anomalyText(Anomaly anomaly, const TegrastatsSurvey& survey);

/// Remarks on the whole recording: the source of its times, and values that are printed but not measured.
std::vector<std::string> remarksOnLog(const ImportOptions& options, const TegrastatsSurvey& survey);

/// "4,111 lines, 60 channels, 1 s apart (clock of the lines); 2 lines are ...; ..."
std::string summaryOfLog(const TegrastatsSurvey& survey);

/// Derives board, chip, cores and clusters from the zones and rails of a log. Unknown fields stay empty.
trace::Device boardOfLog(const tegrastats::SeriesTable& series);

} // namespace stepscope::analysis
