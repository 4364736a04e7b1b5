#include "analysis/import/collectedimport.h"

#include "analysis/import/merge.h"
#include "analysis/import/recordingmerge.h"
#include "analysis/import/unfinishedfile.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::failure;

constexpr double kReadShare = 0.85; ///< of the progress of an import
constexpr double kAlignedShare = 0.1;

/// The files of one source.
struct SourceFiles
{
    const Importer* importer = nullptr;
    std::vector<std::filesystem::path> files{};
    std::uint64_t bytes = 0;
};

format::Result<std::vector<SourceFiles>> sourcesOf(const std::vector<std::filesystem::path>& files)
{
    std::vector<SourceFiles> sources;
    for (const std::filesystem::path& file : files) {
        const FileKind kind = TRY(kindOfFile(file));
        if (kind.isRecording)
            return failure(Error::Code::Usage,
                           file.string() + " is a recording: name it first, and alone, to merge other files into a "
                                           "copy of it; `stepscope compare A B` compares two.");
        const auto same = std::find_if(sources.begin(), sources.end(), [&](const SourceFiles& other) {
            return other.importer == kind.importer && kind.importer->joinsFiles();
        });
        SourceFiles& source =
            same != sources.end() ? *same : sources.emplace_back(SourceFiles{.importer = kind.importer});
        source.files.push_back(file);
        std::error_code unknown;
        const std::uintmax_t size = std::filesystem::file_size(file, unknown);
        source.bytes += unknown ? 0 : size;
    }
    return sources;
}

/// Applies ImportOptions::offsets.
format::Result<void> applyOffsets(const ImportOptions& options, std::vector<ImportedSource>& sources)
{
    for (const auto& [file, ns] : options.offsets) {
        const auto source = std::find_if(sources.begin(), sources.end(), [&file = file](const auto& candidate) {
            return std::find(candidate.files.begin(), candidate.files.end(), file) != candidate.files.end();
        });
        if (source == sources.end())
            return failure(Error::Code::Usage, "The offset of " + file.string() +
                                                   " applies to no file of this import: write the file as it is "
                                                   "written among the files.");
        if (source == sources.begin())
            return failure(Error::Code::Usage, file.string() + " belongs to the first source, which the others are "
                                                               "aligned to: give the offset of another file.");
        source->alignment = source->alignment.corrected(ns);
    }
    return {};
}

std::vector<Alignment> alignmentsOf(const std::vector<ImportedSource>& sources)
{
    std::vector<Alignment> alignments;
    for (const ImportedSource& source : sources)
        alignments.push_back(source.alignment);
    return alignments;
}

Error cancelled(const std::filesystem::path& file)
{
    return failure(Error::Code::Cancelled, "Importing " + file.string() + " was cancelled; nothing was kept.");
}

} // namespace

format::Result<CollectedImport> CollectedImport::read(const ImportOptions& options, const ImportProgress& progress)
{
    if (options.files.empty())
        return failure(Error::Code::Usage, "There is no file to import.");
    const std::vector<SourceFiles> sources = TRY(sourcesOf(options.files));
    double total = 1;
    for (const SourceFiles& source : sources)
        total += static_cast<double>(source.bytes);
    CollectedImport import;
    import.m_ops = std::make_unique<OpTable>();
    double before = 0;
    for (const SourceFiles& source : sources) {
        const auto share = [&](double done) {
            return progress(kReadShare * (before + done * static_cast<double>(source.bytes)) / total);
        };
        ImportOptions ofSource = options;
        ofSource.files = source.files;
        Collection& collection = import.m_collections.emplace_back(*import.m_ops);
        for (const std::filesystem::path& file : source.files)
            collection.files.push_back(file.filename().string());
        std::string text =
            TRY(source.importer->import(ofSource, collection, progress ? ImportProgress(share) : ImportProgress()));
        import.m_sources.push_back({.files = source.files, .text = std::move(text)});
        collection.finish();
        before += static_cast<double>(source.bytes);
    }
    const auto alignments = alignSources(
        import.m_collections, [&](double share) { return !progress || progress(kReadShare + kAlignedShare * share); });
    if (alignments.size() < sources.size())
        return cancelled(options.files.front());
    for (std::size_t i = 0; i < alignments.size(); ++i)
        import.m_sources[i].alignment = alignments[i];
    TRY(applyOffsets(options, import.m_sources));
    import.setBegins();
    return import;
}

void CollectedImport::correct(std::size_t source, std::int64_t ns)
{
    m_sources[source].alignment = m_sources[source].alignment.corrected(ns);
    setBegins();
}

void CollectedImport::setBegins()
{
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        m_sources[i].beginNs = m_collections[i].begin + m_sources[i].alignment.offsetNs - m_collections.front().begin;
}

format::Result<void> CollectedImport::write(const std::filesystem::path& output) const
{
    auto file = TRY(format::RecordingFile::create(output));
    UnfinishedFile unfinished(output);
    TRY(writeTo(std::move(file)));
    unfinished.keep();
    return {};
}

format::Result<void> CollectedImport::writeTo(format::RecordingFile file) const
{
    RecordingWriter recording(std::move(file));
    writeMerged(m_collections, alignmentsOf(m_sources), *m_ops, recording);
    return recording.close();
}

ImportSummary CollectedImport::summary() const
{
    ImportSummary summary;
    summary.sources = m_sources;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        if (m_sources.size() > 1)
            summary.text += (i > 0 ? " | " : "") + m_collections[i].files.front() + ": ";
        summary.text += m_sources[i].text;
        if (!m_sources[i].alignment.text.empty())
            summary.alignments.push_back(m_sources[i].alignment.text);
    }
    return summary;
}

format::Result<CollectedImport> importCollected(const ImportOptions& options, const std::filesystem::path& output,
                                                const ImportProgress& progress)
{
    // Unreadable files are reported before the output.
    for (const std::filesystem::path& file : options.files)
        TRY(kindOfFile(file));
    auto file = TRY(format::RecordingFile::create(output));
    UnfinishedFile unfinished(output);
    auto import = TRY(CollectedImport::read(options, progress));
    TRY(import.writeTo(std::move(file)));
    if (progress && !progress(1))
        return cancelled(options.files.front());
    unfinished.keep();
    return import;
}

format::Result<ImportSummary> importFiles(const ImportOptions& options, const std::filesystem::path& output,
                                          const ImportProgress& progress)
{
    if (options.files.empty())
        return failure(Error::Code::Usage, "There is no file to import.");
    if (TRY(kindOfFile(options.files.front())).isRecording) {
        ImportOptions others = options;
        others.files.erase(others.files.begin());
        return mergeIntoRecording(options.files.front(), others, output, progress);
    }
    return TRY(importCollected(options, output, progress)).summary();
}

} // namespace stepscope::analysis
