#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::failure;

constexpr std::size_t kBeginning = 65536;
constexpr std::string_view kSignature = "STEPSCOP"; ///< FORMAT.md

std::string knownKinds()
{
    std::string text;
    for (const auto& importer : importers())
        text += (text.empty() ? "" : ", ") + std::string(importer->summary());
    return text;
}

/// Files that become readable by another program, by their first bytes.
struct PackedKind
{
    std::string_view signature;
    std::string_view is;
    std::string_view advice;
};
constexpr PackedKind kPackedKinds[] = {
    {"\xFF\xFE", "is text in UTF-16, as > of PowerShell writes it", "convert it, as by iconv -f UTF-16 -t UTF-8"},
    {"\xFE\xFF", "is text in UTF-16", "convert it, as by iconv -f UTF-16 -t UTF-8"},
    {"PK\x03\x04", "is a zip archive", "unpack it"},
    {"\xFD\x37zXZ", "is compressed by xz", "unpack it"},
    {"BZh", "is compressed by bzip2", "unpack it"},
    {"\x28\xB5\x2F\xFD", "is compressed by zstd", "unpack it"},
    {"7z\xBC\xAF", "is a 7z archive", "unpack it"},
    {"\x1F\x8B", "is compressed by gzip and contains no trace of PyTorch, Chrome or TensorFlow", "unpack it"},
};

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

format::Result<FileKind> kindOfFile(const std::filesystem::path& file)
{
    const std::string beginning = TRY(beginningOf(file, kBeginning));
    if (beginning.starts_with(kSignature))
        return FileKind{.isRecording = true};
    const std::string_view text =
        std::string_view(beginning).substr(beginning.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    for (const auto& importer : importers()) {
        if (!text.empty() && importer->recognises(text))
            return FileKind{.importer = importer.get()};
    }
    for (const PackedKind& kind : kPackedKinds) {
        if (beginning.starts_with(kind.signature))
            return failure(Error::Code::Corrupt, file.string() + " " + std::string(kind.is) + ": " +
                                                     std::string(kind.advice) + ", then import the result.");
    }
    return failure(Error::Code::Corrupt, file.string() + " is not a file that can be imported (supported: " +
                                             knownKinds() + "); check the file name.");
}

format::Result<std::pair<std::filesystem::path, std::int64_t>> parseOffset(const std::string& text)
{
    constexpr double kMost = 1e17; // ns, three years
    static constexpr std::pair<std::string_view, double> kUnits[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
    const std::size_t equals = text.rfind('=');
    if (equals != std::string::npos && equals > 0) {
        std::string_view number = std::string_view(text).substr(equals + 1);
        number.remove_prefix(number.starts_with('+') ? 1 : 0);
        double value = 0;
        const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
        const std::string_view unit = number.substr(static_cast<std::size_t>(read.ptr - number.data()));
        for (const auto& [name, ns] : kUnits) {
            if (read.ec == std::errc() && unit == name && std::abs(value * ns) <= kMost)
                return std::pair(std::filesystem::path(text.substr(0, equals)),
                                 static_cast<std::int64_t>(std::llround(value * ns)));
        }
    }
    return failure(Error::Code::Usage,
                   "\"" + text + "\" is not an offset: write FILE=TIME with a unit, as in trace.json=12.5ms.");
}

} // namespace stepscope::analysis
