#pragma once

#include "analysis/export/exportprogress.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <filesystem>

namespace stepscope::analysis {

/// Writes the recording into a folder as CSV files (RFC 4180), one for each kind of data. Creates the folder if it does
/// not exist.
///
///     channels.csv       facts of each channel: its file, unit, source, resolution, averaging window, latency
///     samples/NAME.csv   one for each channel: time_s since the start of the run, monotonic_ns, value in the channel's
///                        unit; empty = gap
///     spans.csv  steps.csv  ops.csv  events.csv  losses.csv  log.txt
///
/// All data is written unchanged. Memory is bounded. An earlier export in the folder is replaced; other files of these
/// names are an error. Errors: Denied, NoSpace, Cancelled, Failed; the files written so far are removed.
format::Result<void> exportCsv(const trace::TraceView& view, const std::filesystem::path& folder,
                               const Progress& progress = {});

} // namespace stepscope::analysis
