#pragma once

#include "analysis/trace/traceview.h"
#include "app/capture/connection.h"
#include "remote/format/result.h"
#include "remote/link/run/runcontrol.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::app {

/// What became of the files that a GPU profiler has written beside a run.
struct GpuProfileOutcome
{
    std::vector<std::string> notes;       ///< for the user, one line each
    std::optional<trace::TraceView> view; ///< of the recording with the kernels, if it was replaced
    bool areFetched = true;               ///< all files are on this computer, or there was none
};

/// Fetches the files of a GPU profiler from a run that has ended, and merges its databases into the recording.
///
/// The files are not trusted: their names are checked (RunInfo), their sizes are bounded, they are read by the
/// importers only, and a merge that fails leaves the recording as it is and the files beside it. The recording is
/// replaced as a whole. A download continues over new connections where it was cut, also after a crash of this program.
class GpuProfileFetch
{
public:
    /// `report`: one line of progress. `waits`: sleeps before a new connection; false = cancelled.
    GpuProfileFetch(Connection& connection, std::filesystem::path recording,
                    std::function<void(const std::string&)> report,
                    std::function<bool(std::chrono::milliseconds)> waits);

    /// `profiler`: under which the run was started by this program; empty = not known.
    GpuProfileOutcome fetch(const std::string& run, const std::string& profiler);

private:
    format::Result<std::filesystem::path> fetchFile(const link::ProfileFile& file);
    format::Result<void> download(const link::ProfileFile& file, const std::filesystem::path& part);
    format::Result<std::string> merge(const std::vector<std::filesystem::path>& databases);
    [[nodiscard]] std::string importCommand(const std::vector<std::filesystem::path>& databases) const;

    Connection& m_connection;
    std::filesystem::path m_recording;
    std::function<void(const std::string&)> m_report;
    std::function<bool(std::chrono::milliseconds)> m_waits;
};

} // namespace stepscope::app
