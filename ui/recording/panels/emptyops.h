#pragma once

#include "analysis/trace/traceview.h"

#include <QString>

namespace stepscope::ui {

/// Why the table of ops is empty, and what to do. `hasSelection`: the table shows a selected range, not the whole run.
[[nodiscard]] QString emptyOpsText(const trace::TraceView& view, bool hasSelection);

} // namespace stepscope::ui
