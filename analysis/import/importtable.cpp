#include "analysis/import/alignment.h"
#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/merge.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::failure;

constexpr std::size_t kBeginning = 65536;

/// The files of one source.
struct SourceFiles
{
    const Importer* importer = nullptr;
    std::vector<std::filesystem::path> files{};
    std::uint64_t bytes = 0;
};

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

format::Result<std::vector<SourceFiles>> sourcesOf(const std::vector<std::filesystem::path>& files)
{
    std::vector<SourceFiles> sources;
    for (const std::filesystem::path& file : files) {
        const Importer* const importer = TRY(importerFor(file));
        const auto same = std::find_if(sources.begin(), sources.end(), [&](const SourceFiles& other) {
            return other.importer == importer && importer->joinsFiles();
        });
        SourceFiles& source = same != sources.end() ? *same : sources.emplace_back(SourceFiles{.importer = importer});
        source.files.push_back(file);
        std::error_code unknown;
        const std::uintmax_t size = std::filesystem::file_size(file, unknown);
        source.bytes += unknown ? 0 : size;
    }
    return sources;
}

/// Reads all sources. `texts` receives a line for each.
format::Result<std::vector<Collection>> collect(const ImportOptions& options, const std::vector<SourceFiles>& sources,
                                                OpTable& ops, std::vector<std::string>& texts,
                                                const ImportProgress& progress)
{
    double total = 1;
    for (const SourceFiles& source : sources)
        total += static_cast<double>(source.bytes);
    double before = 0;
    std::vector<Collection> collections;
    for (const SourceFiles& source : sources) {
        const auto share = [&](double done) {
            return progress(0.9 * (before + done * static_cast<double>(source.bytes)) / total);
        };
        ImportOptions ofSource = options;
        ofSource.files = source.files;
        Collection& collection = collections.emplace_back(ops);
        for (const std::filesystem::path& file : source.files)
            collection.files.push_back(file.filename().string());
        texts.push_back(
            TRY(source.importer->import(ofSource, collection, progress ? ImportProgress(share) : ImportProgress())));
        collection.finish();
        before += static_cast<double>(source.bytes);
    }
    return collections;
}

format::Result<ImportSummary> importInto(format::RecordingFile file, const ImportOptions& options,
                                         const std::vector<SourceFiles>& sources, const ImportProgress& progress)
{
    OpTable ops;
    std::vector<std::string> texts;
    const std::vector<Collection> collections = TRY(collect(options, sources, ops, texts, progress));
    const std::vector<Alignment> alignments = alignSources(collections);
    RecordingWriter recording(std::move(file));
    writeMerged(collections, alignments, ops, recording);
    TRY(recording.close());
    ImportSummary summary;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts.size() > 1)
            summary.text += (i > 0 ? " | " : "") + collections[i].files.front() + ": ";
        summary.text += texts[i];
        if (!alignments[i].text.empty())
            summary.alignments.push_back(alignments[i].text);
    }
    return summary;
}

} // namespace

const std::vector<std::unique_ptr<Importer>>& importers()
{
    static const auto kAll = [] {
        using Maker = std::unique_ptr<Importer> (*)();
        constexpr Maker kTable[] = {
            makeTegrastatsImporter, makeChromeTraceImporter,  makeDatabaseImporter,
            makeTensorFlowImporter, makeProfilerTextImporter, makeCsvImporter,
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
    const std::vector<SourceFiles> sources = TRY(sourcesOf(options.files));
    auto summary = importInto(TRY(format::RecordingFile::create(output)), options, sources, progress);
    if (!summary.ok()) {
        std::error_code ignored;
        std::filesystem::remove(output, ignored);
    }
    return summary;
}

} // namespace stepscope::analysis
