#pragma once

#include "remote/format/frame.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace stepscope::agent {

/// The recording's file while it grows, and the rule of what is kept when room gets short:
///
///     up to 80 % of the limit       everything
///     from 80 %                     no more op detail: spans, names, ops, lanes
///     from 90 %                     no more log either
///     the last 1/64 (at most 256 KiB) only clock, facts and events, losses among them
///     the last 4 KiB                only the footer
///
/// When the disk is full, what is accepted waits in memory and is tried again each second: op detail and log are then
/// dropped at once, samples when three quarters of the memory are taken. Nothing that was written is ever cut or
/// changed. One thread; after open() nothing allocates.
class Spool
{
public:
    static constexpr std::uint64_t kMinimumLimit = 64 * 1024;

    Spool() = default;
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    /// Makes the file (it must not exist). limit in bytes. Errors: Denied, NoSpace, Failed.
    format::Result<void> open(const std::string& path, std::uint64_t limit);

    /// Memory for a payload of at most this size; empty when there is none (the disk is full).
    std::span<std::byte> reserve(std::size_t maximum);
    /// Keeps the first `size` bytes of what was reserved as a frame. False = not kept, because of reason().
    bool commit(format::FrameType type, std::size_t size);
    /// Writes what waits. After a failure it is tried again a second later, or at once when `urgent`.
    bool flush(std::int64_t now, bool urgent = false);

    /// Why something was not kept: one line.
    [[nodiscard]] const char* reason() const { return m_reason; }
    /// Bytes accepted so far.
    [[nodiscard]] std::uint64_t size() const { return m_written + m_used; }

private:
    [[nodiscard]] bool isWithinLimit(format::FrameType type, std::size_t size);

    std::unique_ptr<std::byte[]> m_memory;
    std::size_t m_used = 0; ///< bytes waiting in m_memory
    std::uint64_t m_written = 0;
    std::uint64_t m_limit = 0;
    std::int64_t m_nextTry = 0;
    int m_descriptor = -1;
    bool m_diskFull = false;
    bool m_detailOff = false; ///< definitions were lost, so spans would refer to nothing
    const char* m_reason = "";
};

} // namespace stepscope::agent
