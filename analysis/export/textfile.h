#pragma once

#include "remote/format/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// Writes a text file sequentially through a buffer of 256 KiB. After an error, close() returns it and further writes
/// are ignored. A file that cannot be written to its end is removed.
class TextFile
{
public:
    explicit TextFile(std::filesystem::path path);
    ~TextFile();
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    void write(std::string_view text)
    {
        if (text.size() > kBufferSize - m_buffer.size())
            flush();
        if (text.size() > kBufferSize)
            writeThrough(text);
        else
            m_buffer.append(text);
    }
    [[nodiscard]] bool failed() const { return m_error != 0; }
    format::Result<void> close();

private:
    static constexpr std::size_t kBufferSize = std::size_t{1} << 18U;

    void flush();
    void writeThrough(std::string_view text);
    void removePart() const;

    std::filesystem::path m_path;
    std::string m_buffer;
    int m_descriptor = -1;
    int m_error = 0; ///< errno of the first failure
};

/// Writes a whole file, and replaces an existing one.
format::Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text);

/// An error if the file exists and the user has not asked to replace it. An empty path and files of the system, such as
/// /dev/stdout, may be written.
format::Result<void> mayReplace(const std::filesystem::path& path, bool isForced);

/// One line for the user from an errno: `action` is the failed action, e.g. "Writing".
format::Error fileError(std::string_view action, const std::filesystem::path& path, int number);

/// Writes comma separated values by the rules of analysis/text/csvtext.h.
class CsvFile
{
public:
    CsvFile(const std::filesystem::path& path, std::string_view header);

    CsvFile& text(std::string_view value);
    CsvFile& integer(std::int64_t value);
    CsvFile& unsignedInteger(std::uint64_t value);
    /// See csvNumber().
    CsvFile& number(double value);
    /// Nanoseconds as seconds with nine decimals.
    CsvFile& seconds(std::int64_t nanoseconds);
    CsvFile& empty();
    void endRow();

    [[nodiscard]] bool failed() const { return m_file.failed(); }
    format::Result<void> close() { return m_file.close(); }

private:
    void separate();

    TextFile m_file;
    bool m_rowBegun = false;
};

} // namespace stepscope::analysis
