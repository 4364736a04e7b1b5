#pragma once

#include "analysis/export/exporter.h"

namespace stepscope::analysis {

/// Writes the recording as one CSV file a kind of data into the folder, which is made if it is not there:
///
///     channels.csv       what every series is: its file, unit, source, resolution, sensor's window and lag
///     samples/NAME.csv   one a channel: time_s since the run's start, monotonic_ns, value in the channel's unit, empty
///     = gap spans.csv steps.csv ops.csv events.csv losses.csv log.txt
///
/// RFC 4180. Nothing is thinned or altered. An earlier export in the folder is replaced; other files of these names are
/// not: then it is an error. Errors: Denied, NoSpace, Cancelled, Failed; what was begun is removed.
format::Result<void> exportCsv(const trace::TraceView& view, const std::filesystem::path& folder,
                               const Progress& progress = {});

} // namespace stepscope::analysis
