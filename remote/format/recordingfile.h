#pragma once

#include "remote/format/framereader.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace stepscope::format {

/// Length of the prefix of this recording that is whole: the end of the last frame before the first damage.
/// 0 for an empty file. Error Corrupt when the file is something else, NotFound when it is not there.
Result<std::uint64_t> recoverablePrefix(const std::filesystem::path& path);

/// A recording that grows at its end. Every append is complete or reported; nothing before the end is ever changed.
class RecordingFile
{
public:
    /// Makes a new, empty file; error when one is there already (a recording is never overwritten).
    static Result<RecordingFile> create(const std::filesystem::path& path);
    /// Opens an interrupted recording, cuts off what is damaged at its end, and appends from there:
    /// size() is then the offset at which the rest has to begin. Everything behind the first damage goes: only for a
    /// recording whose rest can be fetched again.
    static Result<RecordingFile> recover(const std::filesystem::path& path);

    RecordingFile(RecordingFile&& other) noexcept;
    RecordingFile& operator=(RecordingFile&& other) noexcept;
    ~RecordingFile();

    Result<void> append(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    RecordingFile(std::filesystem::path path, int descriptor, std::uint64_t size);

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

} // namespace stepscope::format
