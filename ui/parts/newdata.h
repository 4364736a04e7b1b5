#pragma once

#include "analysis/trace/traceview.h"

namespace stepscope::ui {

/// Whether a later view of a recording has data that the earlier one does not have. O(1).
[[nodiscard]] inline bool hasNewData(const trace::TraceView& later, const trace::TraceView& earlier)
{
    return later.extent() != earlier.extent() || later.sampleCount() != earlier.sampleCount() ||
           later.spanCount() != earlier.spanCount() || later.stepCount() != earlier.stepCount();
}

} // namespace stepscope::ui
