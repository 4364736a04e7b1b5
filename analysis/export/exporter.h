#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// Gets the share done (0..1) and returns false to cancel. May be empty.
using Progress = std::function<bool(double)>;

/// Writes a recording for other programs.
///
/// To add one:
///   1. write analysis/export/xexport.cpp with a class that implements this, and `std::unique_ptr<Exporter>
///      makeXExporter()`; write through TextFile (textfile.h), which keeps memory bounded and tells a full disk,
///   2. declare the maker below, give it a line in exportertable.cpp, and its file one in analysis/CMakeLists.txt,
///   3. show in tests/analysis/export that what is read back is what was recorded, and give `stepscope export` its
///   option.
class Exporter
{
public:
    virtual ~Exporter() = default;

    /// As on the command line: "csv".
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// Whether the target of write() is a folder; else it is a file.
    [[nodiscard]] virtual bool writesFolder() const = 0;
    /// Nothing is thinned or altered, and nothing that is no earlier export is overwritten. When it fails or is
    /// cancelled (error Cancelled) the files that it began are removed.
    [[nodiscard]] virtual format::Result<void> write(const trace::TraceView& view, const std::filesystem::path& target,
                                                     const Progress& progress) const = 0;
};

std::unique_ptr<Exporter> makeCsvExporter();

/// All of them, in the order in which help lists them.
const std::vector<std::unique_ptr<Exporter>>& exporters();
/// nullptr when there is none of this name.
const Exporter* findExporter(std::string_view name);

} // namespace stepscope::analysis
