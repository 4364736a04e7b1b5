#pragma once

#include "analysis/trace/model.h"
#include "remote/tegrastats/series.h"

namespace stepscope::analysis {

/// Derives board, chip, cores and clusters from the zones and rails of a log. Unknown fields stay empty.
trace::Device boardOfLog(const tegrastats::SeriesTable& series);

} // namespace stepscope::analysis
