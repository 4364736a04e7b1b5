#pragma once

#include "remote/format/framereader.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace stepscope::format {

/// Length of the intact prefix of a recording: the end of the last frame before the first damage. 0 = empty file. Error
/// Corrupt: the file is not a recording; NotFound: it does not exist.
Result<std::uint64_t> recoverablePrefix(const std::filesystem::path& path);

/// Whether the file ends with an intact footer, as only a whole recording does. Reads the end of the file only. Error
/// NotFound: it does not exist.
Result<bool> endsWithFooter(const std::filesystem::path& path);
/// Error Denied: a RecordingFile for this file is open, here or in another process.
Result<void> checkNotRecorded(const std::filesystem::path& path);

/// A recording file that only grows at its end. append() writes all bytes or returns an error. It holds a lock, which
/// ends with the process, so that no second program writes to the file; file systems without locks go without.
class RecordingFile
{
public:
    /// Creates an empty file. Error if the file exists: recordings are never overwritten.
    static Result<RecordingFile> create(const std::filesystem::path& path);
    /// Opens an interrupted recording to continue it after recoverablePrefix(), which then is size(). The bytes after
    /// the first damage stay in the file until append() overwrites them, so nothing is lost if the rest of the
    /// recording cannot be fetched again. What is appended has to be as long as they are. Error as
    /// checkNotRecorded().
    static Result<RecordingFile> recover(const std::filesystem::path& path);

    RecordingFile(RecordingFile&& other) noexcept;
    RecordingFile& operator=(RecordingFile&& other) noexcept;
    ~RecordingFile();

    Result<void> append(std::span<const std::byte> bytes);
    /// Waits until the bytes are on the disk.
    Result<void> sync();
    /// Whether the path still names this file, which another program may have deleted, moved or replaced. True where
    /// the path cannot be examined.
    [[nodiscard]] bool isInPlace() const;
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    RecordingFile(std::filesystem::path path, int descriptor, std::uint64_t size);

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

} // namespace stepscope::format
