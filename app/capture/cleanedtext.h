#pragma once

#include "remote/link/run/runcontrol.h"

#include <cstddef>
#include <string>

namespace stepscope::app {

/// One line on what was removed from a target, or would be; `left`: number of runs that remain.
std::string cleanedText(const link::CleanedTarget& cleaned, std::size_t left, bool isPlan = false);

} // namespace stepscope::app
