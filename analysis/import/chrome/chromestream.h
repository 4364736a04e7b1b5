#pragma once

#include "analysis/import/linefile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// The text of a file from its beginning to its end; text that was read can be put back to be read again.
class ChromeStream
{
public:
    explicit ChromeStream(GzipFile& file)
        : m_file(file)
    {}

    /// Returns the number of bytes read; 0 at the end.
    std::size_t read(std::span<char> bytes);
    /// `text`: the bytes before position().
    void putBack(std::string_view text);
    /// Of the next byte to be read.
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    [[nodiscard]] const GzipFile& file() const { return m_file; }

private:
    GzipFile& m_file;
    std::string m_again; ///< text that was put back, from m_at
    std::size_t m_at = 0;
    std::uint64_t m_position = 0;
};

} // namespace stepscope::analysis
