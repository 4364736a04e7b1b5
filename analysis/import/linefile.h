#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// Reads a text file line by line in bounded memory.
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

} // namespace stepscope::analysis
