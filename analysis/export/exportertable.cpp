#include "analysis/export/exporter.h"

#include <system_error>

namespace stepscope::analysis {

using format::Error;
using format::failure;

const std::vector<std::unique_ptr<Exporter>>& exporters()
{
    static const auto kAll = [] {
        using Maker = std::unique_ptr<Exporter> (*)();
        constexpr Maker kTable[] = {
            makeChromeTraceExporter, makePerfettoExporter, makeHtmlExporter,    makeFoldedExporter,
            makePprofExporter,       makeNpzExporter,      makeWideCsvExporter,
        };
        std::vector<std::unique_ptr<Exporter>> exporters;
        for (const Maker make : kTable)
            exporters.push_back(make());
        return exporters;
    }();
    return kAll;
}

format::Result<const Exporter*> exporterFor(std::string_view option, const std::filesystem::path& path)
{
    std::string known;
    std::error_code ignored;
    const bool isDevice = std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    for (const auto& exporter : exporters()) {
        if (exporter->option() != option)
            continue;
        for (const std::string_view suffix : exporter->suffixes()) {
            if (isDevice || path.filename().string().ends_with(suffix))
                return exporter.get();
            known += (known.empty() ? "" : ", ") + std::string(suffix);
        }
    }
    return failure(Error::Code::Usage, "export: --" + std::string(option) + " " + path.string() +
                                           " has an unknown suffix: choose one of " + known + ".");
}

format::Result<std::string> exportFile(const trace::TraceView& view, const Exporter& exporter,
                                       const std::filesystem::path& path, bool replaces, const ExportOptions& options,
                                       const Progress& progress)
{
    OutputFile file = TRY(OutputFile::create(path, replaces));
    const std::string text = TRY(exporter.write(view, options, file, progress));
    if (progress && !progress(1))
        return ExportProgress::cancelled();
    TRY(file.commit());
    return text;
}

} // namespace stepscope::analysis
