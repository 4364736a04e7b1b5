#pragma once

#include "analysis/import/tegrastatssurvey.h"
#include "analysis/trace/model.h"

#include <string>
#include <vector>

namespace stepscope::analysis {

/// The clocks in logs show whole seconds.
inline constexpr std::int64_t kClockStepNs = 1'000'000'000;

/// Header of a log's recording, but for its channels.
trace::RunHeader headerOfLog(const ImportOptions& options, const TegrastatsSurvey& survey);

/// "2 lines are none of tegrastats (kept in the log)"
std::string oddityText(Oddity oddity, const TegrastatsSurvey& survey);

/// What to know of the recording as a whole: where its times come from, what is printed but not measured.
std::vector<std::string> remarksOnLog(const ImportOptions& options, const TegrastatsSurvey& survey);

/// "4,111 lines, 60 channels, 1 s apart (clock of the lines); 2 lines are ...; ..."
std::string summaryOfLog(const TegrastatsSurvey& survey);

} // namespace stepscope::analysis
