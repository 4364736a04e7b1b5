#pragma once

#include "analysis/trace/model.h"
#include "remote/tegrastats/series.h"

namespace stepscope::analysis {

/// What the zones and rails of a log tell of its board: name, chip, memory, cores and their clusters. Whatever they do
/// not tell stays empty.
trace::Device boardOfLog(const tegrastats::SeriesTable& series);

} // namespace stepscope::analysis
