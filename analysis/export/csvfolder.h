#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

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
