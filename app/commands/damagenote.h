#pragma once

#include "analysis/trace/traceview.h"

#include <string>

namespace stepscope::app {

/// Prints a note if the recording has no end or is damaged, so that what is made of it is not taken for the whole run.
void noteDamage(const std::string& file, const trace::TraceView& view);

} // namespace stepscope::app
