#pragma once

#include "analysis/import/importer.h"
#include "analysis/import/optable.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace stepscope::analysis {

/// The sources of an import, read and aligned, in memory: they can be written several times, with other corrections of
/// the alignment. Takes about 24 bytes per span and 8 per value.
class CollectedImport
{
public:
    /// Reads and aligns all files of `options`. Errors as importFiles(), apart from those of its output.
    static format::Result<CollectedImport> read(const ImportOptions& options, const ImportProgress& progress = {});

    /// Moves a source after the first against its computed alignment, ns.
    void correct(std::size_t source, std::int64_t ns);
    /// Writes a new recording, which is removed after an error. Error: the file exists.
    [[nodiscard]] format::Result<void> write(const std::filesystem::path& output) const;
    [[nodiscard]] format::Result<void> writeTo(format::RecordingFile file) const;

    [[nodiscard]] const std::vector<ImportedSource>& sources() const { return m_sources; }
    [[nodiscard]] ImportSummary summary() const;
    [[nodiscard]] std::vector<Collection>& collections() { return m_collections; }
    [[nodiscard]] const OpTable& ops() const { return *m_ops; }

private:
    CollectedImport() = default;
    void setBegins();

    std::unique_ptr<OpTable> m_ops; ///< the collections refer to it
    std::vector<Collection> m_collections;
    std::vector<ImportedSource> m_sources; ///< of the collections, in their order
};

/// As importFiles(), and keeps the sources. Its output exists before the files are read, so that an existing file is
/// reported at once.
format::Result<CollectedImport> importCollected(const ImportOptions& options, const std::filesystem::path& output,
                                                const ImportProgress& progress = {});

} // namespace stepscope::analysis
