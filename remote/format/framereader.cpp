#include "remote/format/framereader.h"

#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <string>

namespace stepscope::format {

void FrameReader::feed(std::span<const std::byte> bytes)
{
    // Moving the unread rest to the front only when it is the smaller part keeps the cost linear.
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
                       "This is not a Stepscope recording: its first bytes are something else. "
                       "Choose a file that ends in .stepscope, or import it if it is a trace of another tool.");
    if (unread.size() < kFileHeaderSize) {
        if (m_finished)
            m_damage.tornBytes = unread.size();
        return false;
    }
    ByteReader reader(unread.subspan(kMagicSize));
    const auto version = reader.fixed<std::uint32_t>();
    if (version != kFormatVersion)
        return failure(Error::Code::Corrupt, "The recording has format version " + std::to_string(version) +
                                                 ", and this program reads version " + std::to_string(kFormatVersion) +
                                                 ": open it with the Stepscope that made it, or update this one.");
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

/// Damage leaves few false sync words. A stream that is full of them, each claiming megabytes, was made to keep us
/// busy: what its frames claim is then skipped unread, so that the work stays proportional to the bytes.
bool FrameReader::isPatienceLost() const
{
    constexpr std::uint64_t kAlways = std::uint64_t{64} << 20U;
    constexpr std::uint64_t kTimes = 16;
    return m_checkedInVain > kAlways + kTimes * m_offset;
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
            m_checkedInVain += scan.claimed;
            skip(isPatienceLost() ? std::max(scan.consumed, scan.claimed) : scan.consumed, scan.badFrame);
            continue;
        }
        if (!m_finished)
            return std::optional<Frame>();
        // A damaged length can promise more bytes than there are: whole frames may still follow it.
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
