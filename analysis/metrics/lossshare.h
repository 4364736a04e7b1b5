#pragma once

#include "analysis/trace/traceview.h"

namespace stepscope::analysis {

/// The share of the samples or spans of its time that a loss took, 0 to 1: the agent reports losses of up to ten
/// minutes together, in which most data may be there. 1 for other kinds of data. O((channels + lanes) log n).
[[nodiscard]] double lostShare(const trace::TraceView& view, const trace::Loss& loss);

} // namespace stepscope::analysis
