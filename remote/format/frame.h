#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope::format {

class ByteWriter;

/// What a frame carries. Numbers are part of the format (FORMAT.md): never reuse one.
enum class FrameType : std::uint16_t {
    Header = 1,  ///< JSON: device, sources, channels, command, versions
    Clock = 2,   ///< a monotonic/realtime pair
    Samples = 3, ///< a block of samples of one group of channels
    Names = 4,   ///< interned texts
    Spans = 5,   ///< a block of op instances of one lane
    Steps = 6,   ///< training steps
    Log = 7,     ///< a piece of the training's output
    Event = 8,   ///< something happened (JSON), losses among them
    Footer = 9,  ///< JSON: exit status, totals
    Ops = 10,    ///< interned ops: name, shapes, module, category
    Lane = 11,   ///< a thread, GPU stream or phase row that spans refer to
    Facts = 12,  ///< JSON object merged into what is known of the run
    Links = 13,  ///< which span caused which
    Work = 14,   ///< operations and bytes of an instance of an op
};

inline constexpr std::size_t kFileHeaderSize = 16;
inline constexpr std::size_t kFrameHeaderSize = 16;
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kFrameSync = 0x5CA7F00DU;
/// Longer payloads are refused before anything is allocated: the bytes may come from a hostile target.
inline constexpr std::size_t kMaxPayload = std::size_t{4} << 20U;

/// A checked frame inside somebody else's memory.
struct Frame
{
    FrameType type{};
    std::uint16_t flags = 0;
    std::span<const std::byte> payload;
    std::uint64_t offset = 0; ///< of its first byte in the recording
};

/// The 16 bytes every recording begins with.
void writeFileHeader(ByteWriter& writer);

/// Frames the payload; overflow is told by the writer.
void writeFrame(ByteWriter& writer, FrameType type, std::span<const std::byte> payload);

/// Fills the 16 bytes before a payload that was encoded in place, so that nothing is copied.
void sealFrame(std::span<std::byte, kFrameHeaderSize> header, FrameType type, std::span<const std::byte> payload);

/// What stands at the beginning of `data`.
struct ScanResult
{
    enum class Kind {
        Frame,    ///< `frame` is good; `consumed` bytes long
        NeedMore, ///< could still become a frame with more bytes
        Garbage,  ///< skip `consumed` bytes: no frame can begin within them
    };
    Kind kind = Kind::NeedMore;
    std::size_t consumed = 0;
    bool badFrame = false;   ///< Garbage that had a sync word: a damaged frame rather than noise
    std::size_t claimed = 0; ///< size of a bad frame whose CRC was looked at and did not hold
    Frame frame;
};
ScanResult scanFrame(std::span<const std::byte> data);

} // namespace stepscope::format
