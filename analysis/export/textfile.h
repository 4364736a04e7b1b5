#pragma once

#include "remote/format/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// A text file that is written from its beginning to its end through a buffer. The first error is kept: close() tells
/// it, and what is written after it is dropped.
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

    std::filesystem::path m_path;
    std::string m_buffer;
    int m_descriptor = -1;
    int m_error = 0; ///< errno of the first failure
};

/// One line why something could not be done with a file, from errno.
format::Error fileError(std::string_view action, const std::filesystem::path& path, int number);

/// Comma separated values by RFC 4180: CR LF line ends, quotes where they are needed.
class CsvFile
{
public:
    CsvFile(const std::filesystem::path& path, std::string_view header);

    CsvFile& text(std::string_view value);
    CsvFile& integer(std::int64_t value);
    CsvFile& unsignedInteger(std::uint64_t value);
    /// The shortest text that reads back as the same number; nothing for NaN.
    CsvFile& number(double value);
    /// Nanoseconds as seconds, exact to the nanosecond.
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
