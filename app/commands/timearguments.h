#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <optional>
#include <string>

namespace stepscope::app {

/// The time range of the steps "8" or "8:20" (last step included), as the training numbers them. In a recording without
/// marked steps those that listSteps() detects, which takes seconds. Error: Usage, in one line that begins with
/// `command`.
format::Result<trace::TimeRange> rangeOfSteps(const trace::TraceView& view, const std::string& text,
                                              const std::string& command);

/// The part of the recording between two times, in ns since its start; nothing = its start or end. Error: Usage, as
/// above, for a range that holds no time of the recording.
format::Result<trace::TimeRange> rangeOfTimes(const trace::TraceView& view, std::optional<double> from,
                                              std::optional<double> to, const std::string& command);

} // namespace stepscope::app
