#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"

#include <algorithm>
#include <system_error>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::failure;

constexpr std::size_t kBeginning = 65536;

std::string knownKinds()
{
    std::string text;
    for (const auto& importer : importers())
        text += (text.empty() ? "" : ", ") + std::string(importer->summary());
    return text;
}

format::Result<const Importer*> importerFor(const std::filesystem::path& file)
{
    const std::string beginning = TRY(beginningOf(file, kBeginning));
    for (const auto& importer : importers()) {
        if (importer->recognises(beginning))
            return importer.get();
    }
    return failure(Error::Code::Corrupt, file.string() + " is not a file that can be imported (supported: " +
                                             knownKinds() + "); check the file name.");
}

} // namespace

const std::vector<std::unique_ptr<Importer>>& importers()
{
    static const auto kAll = [] {
        using Maker = std::unique_ptr<Importer> (*)();
        constexpr Maker kTable[] = {
            makeTegrastatsImporter,
            makeChromeTraceImporter,
        };
        std::vector<std::unique_ptr<Importer>> importers;
        for (const Maker make : kTable)
            importers.push_back(make());
        return importers;
    }();
    return kAll;
}

format::Result<ImportSummary> importFiles(const ImportOptions& options, const std::filesystem::path& output,
                                          const ImportProgress& progress)
{
    if (options.files.empty())
        return failure(Error::Code::Usage, "There is no file to import.");
    const Importer* const importer = TRY(importerFor(options.files.front()));
    for (const std::filesystem::path& file : options.files) {
        if (TRY(importerFor(file)) != importer)
            return failure(Error::Code::Usage, file.string() + " is of another kind than " +
                                                   options.files.front().string() + ": import them one by one.");
    }
    RecordingWriter recording(TRY(format::RecordingFile::create(output)));
    auto summary = importer->import(options, recording, progress);
    if (summary.ok()) {
        if (auto closed = recording.close(); !closed.ok())
            summary = closed.error();
    }
    if (!summary.ok()) {
        std::error_code ignored;
        std::filesystem::remove(output, ignored);
    }
    return summary;
}

} // namespace stepscope::analysis
