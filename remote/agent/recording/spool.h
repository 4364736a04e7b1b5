#pragma once

#include "remote/format/frame.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace stepscope::agent {

/// The recording's file while it grows. When space gets short, frames are dropped by type:
///
///     up to 80 % of the limit       everything
///     from 80 %                     without op detail (spans, names, ops, lanes)
///     from 90 %                     also without log
///     the last 1/64 (at most 256 KiB) only clock, facts and events (including losses)
///     the last 4 KiB                only the footer
///
/// While the disk is full, accepted frames wait in memory and are written again once a second; op detail and log are
/// dropped at once then, samples when three quarters of the memory are in use. 64 KiB of the disk are allocated ahead
/// of the file for the end of the recording, where the file system can do that. Written bytes are never truncated or
/// changed. Not thread-safe; does not allocate after open().
class Spool
{
public:
    static constexpr std::uint64_t kMinimumLimit = 64 * 1024;

    Spool() = default;
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    /// Creates the file, which must not exist. `limit` in bytes. Errors: Denied, NoSpace, Failed.
    format::Result<void> open(const std::string& path, std::uint64_t limit);

    /// Memory for a payload of at most this size; empty when the memory is full.
    std::span<std::byte> reserve(std::size_t maximum);
    /// Appends a frame of the first `size` reserved bytes. False if the frame was dropped; reason() says why.
    bool commit(format::FrameType type, std::size_t size);
    /// Writes accepted frames to the file. After a failure, tries again a second later, or immediately if `urgent`.
    bool flush(std::int64_t now, bool urgent = false);

    /// Called for each frame that is dropped.
    using Dropped = std::function<void(format::FrameType type, std::span<const std::byte> payload)>;
    /// For the end of a recording on a full disk: drops waiting frames with much data, so that the rest and the footer
    /// fit the disk space that was allocated ahead, which flush() uses from now on.
    void dropWaitingData(const Dropped& dropped);

    /// Why the last frame was dropped: one line.
    [[nodiscard]] const char* reason() const { return m_reason; }
    /// Bytes accepted so far.
    [[nodiscard]] std::uint64_t size() const { return m_written + m_used; }

private:
    [[nodiscard]] bool isWithinLimit(format::FrameType type, std::size_t size);
    bool allocateAhead();
    void forgetWritten(std::size_t bytes);

    std::unique_ptr<std::byte[]> m_memory;
    std::size_t m_used = 0; ///< bytes in m_memory that are not written
    std::size_t m_cut = 0;  ///< of these, the rest of a frame whose beginning is written
    std::uint64_t m_written = 0;
    std::uint64_t m_limit = 0;
    std::int64_t m_nextAttempt = 0;
    int m_descriptor = -1;
    bool m_diskFull = false;
    bool m_isEnding = false;   ///< dropWaitingData() was called
    bool m_canAllocate = true; ///< the file system can allocate space ahead
    bool m_detailOff = false;  ///< definitions were lost, so later spans would have no names
    const char* m_reason = "";
};

} // namespace stepscope::agent
