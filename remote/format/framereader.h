#pragma once

#include "remote/format/frame.h"
#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::format {

/// Damage in the bytes so far; all zero for an intact recording.
struct ReadDamage
{
    std::uint64_t badFrames = 0;    ///< frames with a sync word but a wrong length or CRC
    std::uint64_t skippedBytes = 0; ///< bytes between valid frames
    std::uint64_t places = 0;       ///< ranges of such bytes; one damaged frame can count as several bad frames
    std::uint64_t tornBytes = 0;    ///< bytes of an incomplete frame at the end; set after finish()
};

/// Splits bytes, fed in pieces of any size, into frames. After a bad frame it continues at the next frame with a valid
/// CRC and counts the damage.
class FrameReader
{
public:
    /// Appends bytes of the recording. Invalidates all frames returned before.
    void feed(std::span<const std::byte> bytes);
    /// Declares the end: next() then searches the remaining bytes for complete frames; the rest counts as torn.
    void finish();

    /// The next frame; nullopt = more bytes are needed, or the end after finish(). Error Corrupt: the bytes are not a
    /// recording, or one of another format version.
    Result<std::optional<Frame>> next();

    [[nodiscard]] const ReadDamage& damage() const { return m_damage; }
    /// Offset of the end of the last valid frame (or of the file header).
    [[nodiscard]] std::uint64_t goodUntil() const { return m_goodUntil; }
    /// Whether no byte was skipped so far.
    [[nodiscard]] bool contiguous() const { return m_damage.skippedBytes == 0; }

private:
    Result<bool> readFileHeader();
    void skip(std::size_t count, bool badFrame);
    [[nodiscard]] bool isOverBudget() const;

    std::vector<std::byte> m_buffer;
    std::size_t m_position = 0; ///< of the first unread byte in m_buffer
    std::uint64_t m_offset = 0; ///< of the first unread byte in the recording
    std::uint64_t m_goodUntil = 0;
    std::uint64_t m_failedCrcBytes = 0; ///< bytes of frames whose CRC was wrong
    ReadDamage m_damage;
    bool m_hasFileHeader = false;
    bool m_finished = false;
};

} // namespace stepscope::format
