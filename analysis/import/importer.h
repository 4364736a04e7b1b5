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
    std::vector<std::filesystem::path> files; ///< of one kind; consecutive parts in their order
    /// Time between two records of files without times; each importer has a default.
    std::optional<std::int64_t> intervalNs;
};

struct ImportSummary
{
    std::string text; ///< one line for the user: amounts, and data that could not be imported as it is
};

/// Receives the share done (0..1) and returns false to cancel. May be empty.
using ImportProgress = std::function<bool(double)>;

/// Converts files of another program to a recording.
///
/// To add an importer:
///   1. write analysis/import/ximport.cpp with a class that implements this interface, and `std::unique_ptr<Importer>
///      makeXImporter()`; declare that function below and add it to the table in importtable.cpp,
///   2. recognises(): decide by the content of the file, not by its name; return false in doubt,
///   3. import(): write the header (recordingwriter.h), then records, then the footer. Channels have the program
///      as their `source`; "virtual" is false. Data that cannot be read becomes a gap or is left out, and is reported
///      by an event and in the summary. Never write a number that was not measured,
///   4. read in bounded memory (linefile.h, also for compressed files) and trust no byte of the file,
///   5. test in tests/analysis/import that the recording contains the data of the file.
class Importer
{
public:
    virtual ~Importer() = default;

    /// For example "tegrastats".
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// The kind of files, for help and errors: "logs of tegrastats".
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// `beginning`: the first 64 KiB of the file, or all of it; not empty.
    [[nodiscard]] virtual bool recognises(std::string_view beginning) const = 0;
    [[nodiscard]] virtual format::Result<ImportSummary> import(const ImportOptions& options, RecordingWriter& recording,
                                                               const ImportProgress& progress) const = 0;
};

std::unique_ptr<Importer> makeTegrastatsImporter();
std::unique_ptr<Importer> makeChromeTraceImporter();

/// All importers. The first one that recognises a file is used.
const std::vector<std::unique_ptr<Importer>>& importers();

/// Converts the files to the new recording `output`, which is removed after an error or cancellation. Errors: a file
/// that is missing, empty, of an unknown kind, or of another kind than the first one; `output` exists.
format::Result<ImportSummary> importFiles(const ImportOptions& options, const std::filesystem::path& output,
                                          const ImportProgress& progress = {});

} // namespace stepscope::analysis
