#include "remote/format/framereader.h"

#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <string>

namespace stepscope::format {

void FrameReader::feed(std::span<const std::byte> bytes)
{
    // Moves the unread rest to the front only when it is the smaller part, which keeps the cost linear.
    if (m_position > m_buffer.size() / 2) {
        m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_position));
        m_position = 0;
    }
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
}

void FrameReader::finish()
{
    m_finished = true;
}

Result<bool> FrameReader::readFileHeader()
{
    const auto unread = std::span<const std::byte>(m_buffer).subspan(m_position);
    std::array<std::byte, kFileHeaderSize> expected{};
    ByteWriter writer(expected);
    writeFileHeader(writer);
    constexpr std::size_t kMagicSize = 8;
    const std::size_t comparable = std::min(unread.size(), kMagicSize);
    if (!std::equal(unread.begin(), unread.begin() + static_cast<std::ptrdiff_t>(comparable), expected.begin()))
        return failure(Error::Code::Corrupt,
                       "This is not a Stepscope recording: it does not begin with the recording's signature. "
                       "Choose a file that ends in .stepscope, or import it if it is a trace of another tool.");
    if (unread.size() < kFileHeaderSize) {
        if (m_finished)
            m_damage.tornBytes = unread.size();
        return false;
    }
    ByteReader reader(unread.subspan(kMagicSize));
    const auto version = reader.fixed<std::uint32_t>();
    if (version != kFormatVersion)
        return failure(Error::Code::Corrupt,
                       "The recording has format version " + std::to_string(version) +
                           ", and this program reads version " + std::to_string(kFormatVersion) +
                           ": open it with the Stepscope version that wrote it, or update this one.");
    m_position += kFileHeaderSize;
    m_offset += kFileHeaderSize;
    m_goodUntil = m_offset;
    m_hasFileHeader = true;
    return true;
}

void FrameReader::skip(std::size_t count, bool badFrame)
{
    m_damage.places += m_offset == m_goodUntil ? 1 : 0;
    m_damage.skippedBytes += count;
    m_damage.badFrames += badFrame ? 1 : 0;
    m_position += count;
    m_offset += count;
}

/// Whether too many bytes of bad frames were checked. Accidental damage contains few false sync words. A hostile stream
/// can contain many, each claiming megabytes; next() then skips the claimed bytes without checking, so that the total
/// work stays proportional to the size of the stream.
bool FrameReader::isOverBudget() const
{
    constexpr std::uint64_t kAlways = std::uint64_t{64} << 20U;
    constexpr std::uint64_t kTimes = 16;
    return m_failedCrcBytes > kAlways + kTimes * m_offset;
}

Result<std::optional<Frame>> FrameReader::next()
{
    if (!m_hasFileHeader && !TRY(readFileHeader()))
        return std::optional<Frame>();
    std::uint64_t tornFrom = 0;
    ReadDamage beforeTail;
    bool searchingTail = false;
    while (m_position < m_buffer.size()) {
        ScanResult scan = scanFrame(std::span<const std::byte>(m_buffer).subspan(m_position));
        if (scan.kind == ScanResult::Kind::Frame) {
            m_damage.badFrames += searchingTail ? 1 : 0;
            scan.frame.offset = m_offset;
            m_position += scan.consumed;
            m_offset += scan.consumed;
            m_goodUntil = m_offset;
            return std::optional<Frame>(scan.frame);
        }
        if (scan.kind == ScanResult::Kind::Garbage) {
            m_failedCrcBytes += scan.claimed;
            skip(isOverBudget() ? std::max(scan.consumed, scan.claimed) : scan.consumed, scan.badFrame);
            continue;
        }
        if (!m_finished)
            return std::optional<Frame>();
        // A damaged length can exceed the remaining bytes; complete frames may still follow.
        if (!searchingTail) {
            searchingTail = true;
            tornFrom = m_offset;
            beforeTail = m_damage;
        }
        skip(1, false);
    }
    if (searchingTail) {
        m_damage = beforeTail;
        m_damage.tornBytes = m_offset - tornFrom;
    }
    return std::optional<Frame>();
}

} // namespace stepscope::format
