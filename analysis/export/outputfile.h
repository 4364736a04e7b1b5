#pragma once

#include "analysis/export/textfile.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// A file that appears under its name only when it is complete: written to a temporary name in the same folder, and
/// renamed by commit(). Without commit(), the destructor removes it. A path that is no regular file (/dev/stdout) is
/// written directly.
class OutputFile
{
public:
    /// Without `replaces`, an existing file is an error, also if it appears before commit().
    static format::Result<OutputFile> create(const std::filesystem::path& path, bool replaces);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// From now on, the bytes are compressed by gzip.
    void compress();
    void write(std::string_view bytes);
    [[nodiscard]] bool failed() const { return m_file && m_file->failed(); }
    /// The name it is written to, for libraries that write files themselves.
    [[nodiscard]] const std::filesystem::path& writtenPath() const { return m_temporary; }
    /// The name that it gets; its suffix may choose a variant of the format.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    format::Result<void> commit();

private:
    struct Gzip;

    OutputFile(std::filesystem::path path, std::filesystem::path temporary, bool replaces);
    void deflate(std::string_view bytes, int flush);

    std::filesystem::path m_path;
    std::filesystem::path m_temporary; ///< m_path itself if that is no regular file
    bool m_replaces = false;
    std::unique_ptr<TextFile> m_file;
    std::unique_ptr<Gzip> m_gzip;
};

/// What a format cannot express, by kind.
class Omissions
{
public:
    void add(const std::string& what, std::uint64_t count = 1)
    {
        if (count > 0)
            m_counts[what] += count;
    }
    /// "not expressed: 12 gaps of counters, 1 link to a missing span"; empty if there is nothing.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool isEmpty() const { return m_counts.empty(); }

private:
    std::map<std::string, std::uint64_t> m_counts;
};

/// The text as valid UTF-8: other bytes become U+FFFD, and control characters spaces.
[[nodiscard]] std::string validText(std::string_view text);

} // namespace stepscope::analysis
