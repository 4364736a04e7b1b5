#pragma once

#include "analysis/observations/observation.h"
#include "analysis/report/report.h"

#include <stop_token>

namespace stepscope::analysis {

/// The figures of one recording that the observations test. Incomplete after a stop request.
RunFacts runFacts(const trace::TraceView& view, const Report& report, const std::stop_token& stop = {});

} // namespace stepscope::analysis
