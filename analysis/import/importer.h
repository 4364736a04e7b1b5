#pragma once

#include "analysis/import/alignment.h"
#include "analysis/import/collection.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {

struct ImportOptions
{
    std::vector<std::filesystem::path> files{};
    /// Time between two records of files without times; each importer has a default.
    std::optional<std::int64_t> intervalNs{};
    std::string timeColumn{};         ///< of files of comma-separated values; empty = by its name
    std::vector<std::string> units{}; ///< of their columns: "COLUMN=UNIT", or "UNIT" of the time
    /// ns by which the data of a file's source is moved to later times, after it was aligned. Error Usage for a file of
    /// the first source, which the others are aligned to, and for one that is not imported.
    std::map<std::filesystem::path, std::int64_t> offsets{};
};

/// A source of an import: one file, or several that are parts of one log.
struct ImportedSource
{
    std::vector<std::filesystem::path> files{};
    std::string text{};       ///< one line for the user: amounts, and data that could not be imported as it is
    Alignment alignment{};    ///< to the first source
    std::int64_t beginNs = 0; ///< after the begin of the first source, or of the recording that it was merged into
};

struct ImportSummary
{
    std::string text; ///< one line for the user: the texts of all sources
    /// One line for each source after the first: how its times were aligned, with which confidence.
    std::vector<std::string> alignments{};
    /// Those of the recording itself are not among them, if the files were merged into one.
    std::vector<ImportedSource> sources{};
};

/// Receives the share done (0..1) and returns false to cancel. May be empty.
using ImportProgress = std::function<bool(double)>;

/// Reads files of another program. Each source (a file, or several that are parts of one log) becomes a collection;
/// the collections are aligned in time and written as one recording.
///
/// To add an importer:
///   1. write ximport.cpp below analysis/import with a class that implements this interface, and
///      `std::unique_ptr<Importer> makeXImporter()`; declare that function below and add it to the table in
///      importtable.cpp,
///   2. recognises(): decide by the content of the file, not by its name; return false in doubt,
///   3. import(): fill the collection (collection.h): `source` first, which names the program; times in ns of the
///   file's
///      own clock; `clock` if the file relates it to real time. Data that cannot be read becomes a gap or is left out,
///      and is counted in `losses` or reported by an event. Never write a number that was not measured,
///   4. read in bounded memory (linefile.h, also for compressed files) and trust no byte of the file; files of the kind
///      that contain no data of a run (reports in a closed format, empty profiles) are an error that says what to do,
///   5. test in tests/analysis/import that the recording contains the data of the file, and add a fuzz target.
class Importer
{
public:
    virtual ~Importer() = default;

    /// For example "tegrastats".
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// The kind of files, for help and errors: "logs of tegrastats".
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// Whether several files are consecutive parts of one source; otherwise each file is a source of its own.
    [[nodiscard]] virtual bool joinsFiles() const { return false; }
    /// Whether ImportOptions::intervalNs can apply to such files.
    [[nodiscard]] virtual bool usesInterval() const { return false; }
    /// Whether ImportOptions::timeColumn and units apply to such files.
    [[nodiscard]] virtual bool usesColumns() const { return false; }
    /// `beginning`: the first 64 KiB of the file, or all of it; not empty.
    [[nodiscard]] virtual bool recognises(std::string_view beginning) const = 0;
    /// `options.files` are those of this source. Returns one line for the user.
    [[nodiscard]] virtual format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                             const ImportProgress& progress) const = 0;
};

std::unique_ptr<Importer> makeTegrastatsImporter();
std::unique_ptr<Importer> makeChromeTraceImporter();
std::unique_ptr<Importer> makeDatabaseImporter();
std::unique_ptr<Importer> makeTensorFlowImporter();
std::unique_ptr<Importer> makeProfilerTextImporter();
std::unique_ptr<Importer> makeCsvImporter();

/// All importers. The first one that recognises a file is used.
const std::vector<std::unique_ptr<Importer>>& importers();

/// What a file is, by its content.
struct FileKind
{
    bool isRecording = false;           ///< of this program
    const Importer* importer = nullptr; ///< of a file of another program
};
/// Errors: the file is missing, empty, or of no kind that this program reads; the text lists what was expected.
format::Result<FileKind> kindOfFile(const std::filesystem::path& file);

/// An entry of ImportOptions::offsets from "FILE=12.5ms"; the unit is s, ms, us or ns. Error Usage.
format::Result<std::pair<std::filesystem::path, std::int64_t>> parseOffset(const std::string& text);

/// Merges the files to the new recording `output`, which is removed after an error or cancellation. If the first file
/// is a recording, the others are merged into a copy of it (recordingmerge.h). Errors: a file that is missing, empty or
/// of an unknown kind; `output` exists.
format::Result<ImportSummary> importFiles(const ImportOptions& options, const std::filesystem::path& output,
                                          const ImportProgress& progress = {});

} // namespace stepscope::analysis
