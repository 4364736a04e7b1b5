#pragma once

#include "analysis/export/exportprogress.h"
#include "analysis/export/outputfile.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// A figure as SVG, in a light and a dark version.
struct ExportPicture
{
    std::string title{};
    std::string light{};
    std::string dark{};
};

struct ExportOptions
{
    std::string title{};  ///< name of the recording, for titles
    std::string weight{}; ///< of folded stacks: time, energy (of the main rail), or a rail; empty = time
    /// For the HTML report. This room has no Qt, so its caller draws them.
    std::vector<ExportPicture> pictures{};
    std::stop_token stop{}; ///< ends long computations
};

/// Writes a recording as a file of another program.
///
/// To add an exporter:
///   1. write xexport.cpp in analysis/export with a class that implements this interface, and
///      `std::unique_ptr<Exporter> makeXExporter()`; declare that function below and add it to the table in
///      exportertable.cpp. The command line and the window list it from there,
///   2. write(): write through `file` in bounded memory, count what the format cannot express in `Omissions` and state
///      it in the file (where it has a place for that) and in the returned line; escape all texts of the recording,
///      which may contain any bytes,
///   3. advance `progress` for each item, and return ExportProgress::cancelled() when it returns false,
///   4. test in tests/analysis/export with a reader that shares no code with the exporter.
class Exporter
{
public:
    virtual ~Exporter() = default;

    /// Name of the option without dashes. Exporters with the same name differ by suffix.
    [[nodiscard]] virtual std::string_view option() const = 0;
    /// With the dot; the first one is the default.
    [[nodiscard]] virtual std::vector<std::string_view> suffixes() const = 0;
    /// What it writes, for help and menus: "Chrome trace (JSON)".
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// Returns one line for the user: amounts, and what could not be expressed.
    [[nodiscard]] virtual format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                            OutputFile& file, const Progress& progress) const = 0;
};

std::unique_ptr<Exporter> makeChromeTraceExporter();
std::unique_ptr<Exporter> makePerfettoExporter();
std::unique_ptr<Exporter> makeNpzExporter();
std::unique_ptr<Exporter> makeFoldedExporter();
std::unique_ptr<Exporter> makePprofExporter();
std::unique_ptr<Exporter> makeHtmlExporter();
std::unique_ptr<Exporter> makeWideCsvExporter();

/// All exporters, in the order in which help and menus list them.
const std::vector<std::unique_ptr<Exporter>>& exporters();

/// The exporter of the option for the path's suffix. Error: Usage, with the suffixes that are known.
format::Result<const Exporter*> exporterFor(std::string_view option, const std::filesystem::path& path);

/// Writes to a temporary file beside `path` and renames it when it is complete; after an error or cancellation nothing
/// is left. Without `replaces`, an existing file is an error. Returns one line for the user.
format::Result<std::string> exportFile(const trace::TraceView& view, const Exporter& exporter,
                                       const std::filesystem::path& path, bool replaces, const ExportOptions& options,
                                       const Progress& progress = {});

} // namespace stepscope::analysis
