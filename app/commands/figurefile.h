#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <string>

namespace stepscope::app {

/// The timeline of the whole recording as PNG, SVG or PDF (by the path's ending), also where there is no display.
format::Result<void> writeTimelineFigure(const trace::TraceView& view, const std::string& path);

} // namespace stepscope::app
