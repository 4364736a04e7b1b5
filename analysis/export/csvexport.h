#pragma once

#include "analysis/export/exportprogress.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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

inline constexpr std::string_view kChannelsHeader = "file,id,name,quantity,unit,covers,source,core,cluster,rail,parent,"
                                                    "role,resolution,period_ns,window_ns,lag_ns,update_ns,read_ns,"
                                                    "facts_from,samples,virtual";

/// The folder of a CSV export and the names of its files.
class CsvFolder
{
public:
    /// Creates the folder, or checks that the export overwrites nothing but an earlier export. The samples of that
    /// export are removed, because its channels may differ.
    static format::Result<CsvFolder> prepare(const std::filesystem::path& folder, const trace::TraceView& view);

    [[nodiscard]] std::filesystem::path file(std::string_view name) const { return m_folder / name; }
    /// Relative to the folder: "samples/cpu.utilization-cpu0.csv". Different for each channel of the view.
    [[nodiscard]] const std::string& sampleFile(std::size_t channel) const { return m_sampleFiles[channel]; }
    /// Removes all files of the export and the folders created for it.
    void removeAll() const;

private:
    std::filesystem::path m_folder;
    std::vector<std::string> m_sampleFiles;
    bool m_isCreated = false; ///< the folder did not exist before
};

} // namespace stepscope::analysis

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
