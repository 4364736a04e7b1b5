#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope::format {

class ByteWriter;

/// Contents of a frame. The numbers are part of the format (FORMAT.md) and must not be reused.
enum class FrameType : std::uint16_t {
    Header = 1,  ///< JSON: device, sources, channels, command, versions
    Clock = 2,   ///< a monotonic/realtime pair
    Samples = 3, ///< a block of samples of one group of channels
    Names = 4,   ///< interned texts
    Spans = 5,   ///< a block of op instances of one lane
    Steps = 6,   ///< training steps
    Log = 7,     ///< part of the training's output
    Event = 8,   ///< JSON: an event or a loss
    Footer = 9,  ///< JSON: exit status, totals
    Ops = 10,    ///< interned ops: name, shapes, module, category
    Lane = 11,   ///< a thread, GPU stream or phase row that spans refer to
    Facts = 12,  ///< JSON object that is merged into the facts of the run
    Links = 13,  ///< causal links between spans
    Work = 14,   ///< operations and bytes of one instance of an op
    Metric = 15, ///< values of one metric of the training, for example its loss
};

inline constexpr std::size_t kFileHeaderSize = 16;
inline constexpr std::size_t kFrameHeaderSize = 16;
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kFrameSync = 0x5CA7F00DU;
/// Longer payloads are rejected before any allocation, because the target is not trusted.
inline constexpr std::size_t kMaxPayload = std::size_t{4} << 20U;

/// A frame with a valid checksum. Its payload refers to memory of the scanned data.
struct Frame
{
    FrameType type{};
    std::uint16_t flags = 0;
    std::span<const std::byte> payload;
    std::uint64_t offset = 0; ///< offset of its first byte in the recording
};

/// Writes the 16 bytes at the beginning of every recording.
void writeFileHeader(ByteWriter& writer);

/// Writes the frame header and the payload. ByteWriter::overflowed() reports missing space.
void writeFrame(ByteWriter& writer, FrameType type, std::span<const std::byte> payload);

/// Writes the frame header before a payload that was encoded in place, without a copy of the payload.
void sealFrame(std::span<std::byte, kFrameHeaderSize> header, FrameType type, std::span<const std::byte> payload);

/// The result of scanFrame().
struct ScanResult
{
    enum class Kind {
        Frame,    ///< `frame` is valid and has `consumed` bytes
        NeedMore, ///< more bytes are needed to decide
        Garbage,  ///< no frame begins within the next `consumed` bytes
    };
    Kind kind = Kind::NeedMore;
    std::size_t consumed = 0;
    bool badFrame = false;   ///< the garbage begins with a sync word: a damaged frame
    std::size_t claimed = 0; ///< size of a bad frame whose CRC was computed
    Frame frame;
};
/// Examines the beginning of `data`.
ScanResult scanFrame(std::span<const std::byte> data);

/// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `data`, continuing from the CRC of preceding data.
/// Check value: "123456789" gives 0xE3069283 (RFC 3720, appendix B.4).
std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t previous = 0);

} // namespace stepscope::format
