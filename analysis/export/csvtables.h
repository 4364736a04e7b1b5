#pragma once

#include "analysis/export/csvfolder.h"
#include "analysis/export/exportprogress.h"

/// The tables of a CSV export, one function each. time_s is relative to the start of the run.
namespace stepscope::analysis {

format::Result<void> writeChannels(const trace::TraceView& view, const CsvFolder& folder);
/// `channel` is one of view.channels().
format::Result<void> writeSamples(const trace::TraceView& view, const trace::ChannelView& channel,
                                  const CsvFolder& folder, ExportProgress& progress);
format::Result<void> writeSteps(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress);
format::Result<void> writeSpans(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress);
format::Result<void> writeOps(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress);
format::Result<void> writeEvents(const trace::TraceView& view, const CsvFolder& folder);
format::Result<void> writeLosses(const trace::TraceView& view, const CsvFolder& folder);
format::Result<void> writeLog(const trace::TraceView& view, const CsvFolder& folder);

} // namespace stepscope::analysis
