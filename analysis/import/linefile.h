#pragma once

#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::analysis {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; ///< that some programs of Windows write before UTF-8

/// Reads a text file line by line in bounded memory. A byte order mark is not part of the first line.
class LineFile
{
public:
    static constexpr std::size_t kLongest = 65536; ///< bytes of a line

    static format::Result<LineFile> open(const std::filesystem::path& path);
    LineFile(LineFile&& other) noexcept;
    LineFile& operator=(LineFile&& other) noexcept;
    ~LineFile();

    struct Line
    {
        std::string_view text;    ///< without its line end; valid until the next call
        std::uint64_t number = 0; ///< from 1
        bool terminated = true;   ///< it ends with a line end
        bool tooLong = false;     ///< `text` has its first kLongest bytes
    };
    /// nullopt at the end of the file.
    format::Result<std::optional<Line>> next();

    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytesRead; }

private:
    explicit LineFile(std::filesystem::path path, int descriptor);
    format::Result<bool> readMore();

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::string m_buffer;
    std::size_t m_begin = 0; ///< of the data not returned yet
    std::uint64_t m_number = 0;
    std::uint64_t m_bytesRead = 0;
    bool m_atEnd = false;
};

/// The first bytes of the file, at most `limit`. Errors: missing, a folder, not readable, empty.
format::Result<std::string> beginningOf(const std::filesystem::path& path, std::size_t limit);

/// Reads a file sequentially in bounded memory; decompresses gzip files. One that expands to more than 64 MiB and 250
/// times its size counts as damaged from there: gzip packs traces to a tenth or a hundredth.
class GzipFile
{
public:
    static format::Result<GzipFile> open(const std::filesystem::path& path);

    /// Returns the number of bytes read; 0 at the end, or where the compressed data is damaged (see damage()).
    std::size_t read(std::span<char> bytes);
    /// Share of the file read, 0..1.
    [[nodiscard]] double share() const;
    /// Description of the damage found so far; empty = none.
    [[nodiscard]] const std::string& damage() const { return m_damage; }

private:
    struct Close
    {
        void operator()(void* file) const;
    };
    GzipFile(void* file, std::uintmax_t size)
        : m_file(file)
        , m_size(size)
    {}

    std::unique_ptr<void, Close> m_file;
    std::uintmax_t m_size;
    std::uintmax_t m_unpacked = 0; ///< bytes read so far
    std::string m_damage;
};

/// The beginning of a file as text; decompressed as far as possible if it is of a gzip file.
std::string unpackedBeginning(std::string_view beginning);

} // namespace stepscope::analysis
