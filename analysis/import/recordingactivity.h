#pragma once

#include "analysis/import/collection.h"
#include "remote/format/result.h"

#include <filesystem>

namespace stepscope::analysis {

/// Reads from a recording what aligning other sources to it needs: spans, and the loads of the processors, in times of
/// CLOCK_MONOTONIC. `into.clock` is that of the recording's start. Cost: that of opening the recording, 24 bytes per
/// span.
format::Result<void> readActivity(const std::filesystem::path& recording, Collection& into);

} // namespace stepscope::analysis
