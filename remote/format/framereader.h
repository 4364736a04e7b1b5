#pragma once

#include "remote/format/frame.h"
#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::format {

/// What was wrong with the bytes so far; all zero for a whole recording.
struct ReadDamage
{
    std::uint64_t badFrames = 0;    ///< had a sync word but a wrong length or CRC
    std::uint64_t skippedBytes = 0; ///< before the next good frame
    std::uint64_t places = 0;       ///< stretches of such bytes; one damaged frame can look like several bad ones
    std::uint64_t tornBytes = 0;    ///< an unfinished frame at the end; known after finish()
};

/// Turns bytes, in pieces of any size, into frames. A bad frame is skipped to the next one whose CRC holds, and
/// counted.
class FrameReader
{
public:
    /// Appends bytes of the recording. Frames returned before are invalid from here on.
    void feed(std::span<const std::byte> bytes);
    /// No more bytes will come: what is left is searched for whole frames, the rest counts as torn.
    void finish();

    /// The next frame; nullopt = more bytes are needed (or the end, after finish()).
    /// Error Corrupt: this is no recording, or of a newer version.
    Result<std::optional<Frame>> next();

    [[nodiscard]] const ReadDamage& damage() const { return m_damage; }
    /// Offset just behind the last good frame (or the file header).
    [[nodiscard]] std::uint64_t goodUntil() const { return m_goodUntil; }
    /// All frames so far followed each other without a skipped byte.
    [[nodiscard]] bool contiguous() const { return m_damage.skippedBytes == 0; }

private:
    Result<bool> readFileHeader();
    void skip(std::size_t count, bool badFrame);
    [[nodiscard]] bool isPatienceLost() const;

    std::vector<std::byte> m_buffer;
    std::size_t m_position = 0; ///< of the first unread byte in m_buffer
    std::uint64_t m_offset = 0; ///< of the first unread byte in the recording
    std::uint64_t m_goodUntil = 0;
    std::uint64_t m_checkedInVain = 0; ///< bytes whose CRC did not hold
    ReadDamage m_damage;
    bool m_hasFileHeader = false;
    bool m_finished = false;
};

} // namespace stepscope::format
