#include "remote/agent/recording/spool.h"

#include "remote/format/bytes.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::FrameType;

namespace {

constexpr std::size_t kMemory = std::size_t{2} << 20U;
constexpr std::size_t kFooterRoom = 4096;
/// Disk space that is allocated ahead of the file. One half is for the frames that wait at the end, the other one for
/// the losses and the footer.
constexpr std::size_t kAhead = 64 * 1024;

bool isDetail(FrameType type)
{
    return type == FrameType::Spans || type == FrameType::Names || type == FrameType::Ops || type == FrameType::Work ||
           type == FrameType::Lane || type == FrameType::Links;
}

std::uint64_t ceiling(FrameType type, std::uint64_t limit)
{
    if (isDetail(type))
        return limit / 10 * 8;
    const std::uint64_t rest = std::clamp<std::uint64_t>(limit / 64, 2 * kFooterRoom, 256 * 1024);
    switch (type) {
    case FrameType::Log:
        return limit / 10 * 9;
    case FrameType::Samples:
    case FrameType::Steps:
    case FrameType::Metric:
        return limit - rest;
    case FrameType::Footer:
        return limit;
    default:
        return limit - kFooterRoom;
    }
}

} // namespace

Spool::~Spool()
{
    if (m_descriptor < 0)
        return;
    // Frees the space ahead; the size does not change.
    if (m_canAllocate && m_written > 0 && ftruncate(m_descriptor, static_cast<off_t>(m_written)) != 0)
        m_canAllocate = false;
    close(m_descriptor);
}

format::Result<void> Spool::open(const std::string& path, std::uint64_t limit)
{
    m_descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (m_descriptor < 0) {
        const int error = errno;
        const auto code = error == ENOSPC || error == EDQUOT  ? Error::Code::NoSpace
                          : error == EACCES || error == EROFS ? Error::Code::Denied
                                                              : Error::Code::Failed;
        return format::failure(code, "The recording " + path + " cannot be created: " + std::strerror(error) +
                                         "; choose another folder with --spool.");
    }
    m_limit = limit;
    m_memory = std::make_unique<std::byte[]>(kMemory); // all of it resident, so that no stall of the disk lets it grow
    format::ByteWriter writer(std::span(m_memory.get(), kMemory));
    format::writeFileHeader(writer);
    m_used = m_cut = writer.size();
    return {};
}

std::span<std::byte> Spool::reserve(std::size_t maximum)
{
    const std::size_t needed = maximum + format::kFrameHeaderSize;
    if (kMemory - m_used < needed)
        flush(format::monotonicNs());
    if (kMemory - m_used < needed) {
        m_reason = "The disk is full; free some space. The agent tries again each second.";
        return {};
    }
    return {m_memory.get() + m_used + format::kFrameHeaderSize, maximum};
}

bool Spool::commit(FrameType type, std::size_t size)
{
    const std::size_t whole = size + format::kFrameHeaderSize;
    if (!isWithinLimit(type, whole)) {
        m_detailOff = m_detailOff || (isDetail(type) && type != FrameType::Spans);
        return false;
    }
    std::byte* begin = m_memory.get() + m_used;
    format::sealFrame(std::span<std::byte, format::kFrameHeaderSize>(begin, format::kFrameHeaderSize), type,
                      {begin + format::kFrameHeaderSize, size});
    m_used += whole;
    return true;
}

bool Spool::isWithinLimit(FrameType type, std::size_t size)
{
    if (m_diskFull) {
        m_reason = "The disk is full; free some space. The agent tries again each second.";
        const bool isSample = type == FrameType::Samples;
        if (isDetail(type) || type == FrameType::Log || (isSample && m_used + size > kMemory / 4 * 3))
            return false;
    }
    if (m_detailOff && isDetail(type)) {
        m_reason = "Names or ops were lost when there was no space; op detail is off.";
        return false;
    }
    if (m_limit != 0 && this->size() + size > ceiling(type, m_limit)) {
        m_reason =
            "The recording reached its limit (--spool-limit): op detail is dropped first, then the log, then samples.";
        return false;
    }
    return true;
}

/// False if the disk has no room for the waiting frames and the space ahead of them.
bool Spool::allocateAhead()
{
    if (!m_canAllocate || m_isEnding)
        return true;
    const auto size = static_cast<off_t>(m_used + kAhead);
    if (fallocate(m_descriptor, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(m_written), size) == 0)
        return true;
    if (errno == ENOSPC || errno == EDQUOT)
        return false;
    m_canAllocate = errno == EINTR; // not supported
    return true;
}

/// Removes the bytes from the beginning of the memory, and finds the end of the frame that they cut.
void Spool::forgetWritten(std::size_t bytes)
{
    std::size_t end = m_cut;
    while (end < bytes) {
        std::uint32_t length = 0;
        std::memcpy(&length, m_memory.get() + end + sizeof(format::kFrameSync), sizeof length);
        end += format::kFrameHeaderSize + length;
    }
    m_cut = end - bytes;
    m_written += bytes;
    m_used -= bytes;
    if (m_used > 0)
        std::memmove(m_memory.get(), m_memory.get() + bytes, m_used);
}

void Spool::dropWaitingData(const Dropped& dropped)
{
    m_isEnding = true;
    std::size_t kept = m_cut;
    std::size_t next = 0;
    for (std::size_t at = m_cut; at < m_used; at = next) {
        std::uint32_t length = 0;
        std::uint16_t type = 0;
        std::memcpy(&length, m_memory.get() + at + sizeof(format::kFrameSync), sizeof length);
        std::memcpy(&type, m_memory.get() + at + sizeof(format::kFrameSync) + sizeof length, sizeof type);
        next = at + format::kFrameHeaderSize + length;
        const auto kind = static_cast<FrameType>(type);
        const bool isMuch = isDetail(kind) || kind == FrameType::Samples || kind == FrameType::Log;
        if (isMuch || kept + (next - at) > kAhead / 2) {
            dropped(kind, {m_memory.get() + at + format::kFrameHeaderSize, length});
            continue;
        }
        std::memmove(m_memory.get() + kept, m_memory.get() + at, next - at);
        kept += next - at;
    }
    m_used = kept;
    m_diskFull = false; // the footer and the events must not be refused
}

bool Spool::flush(std::int64_t now, bool urgent)
{
    if (m_used == 0 || (m_diskFull && now < m_nextAttempt && !urgent))
        return m_used == 0;
    std::size_t done = 0;
    const bool hasRoom = allocateAhead();
    while (hasRoom && done < m_used) {
        const ssize_t wrote = write(m_descriptor, m_memory.get() + done, m_used - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            break;
        done += static_cast<std::size_t>(wrote);
    }
    forgetWritten(done);
    m_diskFull = m_used > 0;
    m_nextAttempt = now + format::kSecond;
    return m_used == 0;
}

} // namespace stepscope::agent
