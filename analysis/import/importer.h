#pragma once

#include "analysis/import/recordingwriter.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

struct ImportOptions
{
    std::vector<std::filesystem::path> files; ///< of one kind; where they follow each other, in their order
    /// Time between two records of files that do not print times; each importer has a default.
    std::optional<std::int64_t> intervalNs;
};

struct ImportSummary
{
    std::string text; ///< one line for a person: how much was read, what was odd
};

/// Gets the share done (0..1) and returns false to cancel. May be empty.
using ImportProgress = std::function<bool(double)>;

/// Reads what another program wrote and writes it as a recording.
///
/// To add one:
///   1. write analysis/import/ximport.cpp with a class that implements this, and `std::unique_ptr<Importer>
///      makeXImporter()`,
///   2. recognises(): by what stands in the file, never by its name; say no when in doubt,
///   3. import(): header (headertext.h) first, then records, then the footer. Channels carry the name of the program as
///      their `source`, "virtual" stays false. What cannot be read is a gap or is left out, and told by an event and in
///      the summary; a number that nobody measured is never written,
///   4. read in bounded memory (linefile.h; gzipfile.h for what may be packed); nothing in the file is to be trusted,
///   5. declare the maker below, give it a line in importtable.cpp and in analysis/CMakeLists.txt,
///   6. show in tests/analysis/import that the recording says what the file says.
class Importer
{
public:
    virtual ~Importer() = default;

    /// "tegrastats"
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// What it reads, for help and errors: "logs of tegrastats".
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// `beginning`: the first 64 KiB of the file, or all of it; never empty.
    [[nodiscard]] virtual bool recognises(std::string_view beginning) const = 0;
    [[nodiscard]] virtual format::Result<ImportSummary> import(const ImportOptions& options, RecordingWriter& recording,
                                                               const ImportProgress& progress) const = 0;
};

std::unique_ptr<Importer> makeTegrastatsImporter();
std::unique_ptr<Importer> makeChromeTraceImporter();

/// All of them; of several that recognise a file the first is taken.
const std::vector<std::unique_ptr<Importer>>& importers();

/// Recognises the files and writes them as the new recording `output`; what a failed or cancelled import began is
/// removed. Errors: a file that is missing, empty, of no known kind or of another kind than the first; an output that
/// is there already.
format::Result<ImportSummary> importFiles(const ImportOptions& options, const std::filesystem::path& output,
                                          const ImportProgress& progress = {});

} // namespace stepscope::analysis
