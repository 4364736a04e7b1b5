#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/sqlite/database.h"
#include "analysis/import/sqlite/profilerdatabases.h"

#include <memory>
#include <string>
#include <string_view>

namespace stepscope::analysis {
namespace {

using format::Error;

/// nvprof and Nsight Systems write SQLite databases, whose tables tell them apart.
class DatabaseImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "database"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "databases of nvprof (.nvvp) and Nsight Systems (.sqlite)";
    }
    [[nodiscard]] bool recognises(std::string_view beginning) const override
    {
        return isDatabase(beginning) || isReport(beginning) || isSession(beginning);
    }
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;

private:
    static bool isDatabase(std::string_view beginning)
    {
        return beginning.starts_with(std::string_view("SQLite format 3\0", 16));
    }
    /// SQLite refuses a file without its last pages, but reads one that ends within a page.
    static bool isCut(std::string_view beginning, const std::filesystem::path& path)
    {
        constexpr std::size_t kPageSizeAt = 16; // two bytes, big endian; 1 = 65536
        const auto byteAt = [&](std::size_t at) {
            return static_cast<unsigned>(static_cast<unsigned char>(beginning[at]));
        };
        const unsigned stated = byteAt(kPageSizeAt) * 256 + byteAt(kPageSizeAt + 1);
        const std::uintmax_t page = stated == 1 ? 65536 : stated;
        std::error_code unknown;
        const std::uintmax_t size = std::filesystem::file_size(path, unknown);
        return !unknown && page > 0 && size % page != 0;
    }
    /// .nsys-rep and .qdrep, a closed format.
    static bool isReport(std::string_view beginning) { return beginning.starts_with("NVIDIA Tegra Profiler Report"); }
    /// A session of the Visual Profiler that has not run yet: settings of the window without data.
    static bool isSession(std::string_view beginning)
    {
        return beginning.starts_with("<?xml") && beginning.find("<session") != std::string_view::npos &&
               beginning.find("<timelineoptions") != std::string_view::npos;
    }
};

format::Result<std::string> DatabaseImporter::import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const
{
    const std::filesystem::path& path = options.files.front();
    const std::string file = path.string();
    const std::string beginning = TRY(beginningOf(path, 4096));
    if (isReport(beginning))
        return format::failure(
            Error::Code::Usage,
            file + " is a report of Nsight Systems in NVIDIA's closed format: export it with `nsys export "
                   "--type sqlite FILE`, then import the .sqlite file.");
    if (isSession(beginning))
        return format::failure(
            Error::Code::Corrupt,
            file + " contains the settings of a session of the Visual Profiler and no trace data: record "
                   "with `nvprof -o FILE.nvvp COMMAND`, then import that file.");
    // The work is not proportional to a position in the file: progress is shown by table, as far as it is known.
    bool isCancelled = false;
    const Database database = TRY(Database::open(path, [&] {
        isCancelled = isCancelled || (progress && !progress(0.5));
        return isCancelled;
    }));
    if (progress && !progress(0))
        return format::failure(Error::Code::Cancelled, "Importing " + file + " was cancelled; nothing was kept.");
    if (isNvprof(database))
        TRY(readNvprof(database, into));
    else if (isNsys(database))
        TRY(readNsys(database, into));
    else
        return format::failure(Error::Code::Corrupt, file + " is a database without the tables of nvprof or Nsight "
                                                            "Systems: only these can be imported.");
    if (isCut(beginning, path))
        into.losses.add("tail", "the file is truncated within its last page, whose values are missing");
    if (into.spanCount() == 0 && into.groups.empty())
        return format::failure(Error::Code::Corrupt,
                               file +
                                   " contains no activity: the program made no call of CUDA while it was profiled, or "
                                   "profiling was stopped early; record it again.");
    return into.source.title.substr(0, into.source.title.find(',')) + ": " + amountsOf(into);
}

} // namespace

std::unique_ptr<Importer> makeDatabaseImporter()
{
    return std::make_unique<DatabaseImporter>();
}

} // namespace stepscope::analysis
