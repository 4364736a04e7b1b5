#include "remote/format/frame.h"

#include "remote/format/bytes.h"
#include "remote/format/crc32c.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

namespace stepscope::format {
namespace {

std::uint32_t checksum(std::span<const std::byte, 4> typeAndFlags, std::span<const std::byte> payload)
{
    return crc32c(payload, crc32c(typeAndFlags));
}

/// Bytes until the next place where a sync word stands or could be starting.
std::size_t distanceToSync(std::span<const std::byte> data)
{
    static const auto sync = [] {
        std::array<std::byte, sizeof kFrameSync> bytes{};
        std::memcpy(bytes.data(), &kFrameSync, sizeof kFrameSync);
        return bytes;
    }();
    const auto found = std::search(data.begin(), data.end(), sync.begin(), sync.end());
    if (found != data.end())
        return static_cast<std::size_t>(found - data.begin());
    // The first bytes of a sync word may be at the very end.
    for (std::size_t tail = std::min(sync.size() - 1, data.size()); tail > 0; --tail) {
        if (std::equal(data.end() - static_cast<std::ptrdiff_t>(tail), data.end(), sync.begin()))
            return data.size() - tail;
    }
    return data.size();
}

} // namespace

void writeFileHeader(ByteWriter& writer)
{
    writer.bytes(std::as_bytes(std::span(std::string_view("STEPSCOP"))));
    writer.fixed(kFormatVersion);
    writer.fixed(std::uint32_t{0});
}

void sealFrame(std::span<std::byte, kFrameHeaderSize> header, FrameType type, std::span<const std::byte> payload)
{
    assert(payload.size() <= kMaxPayload);
    ByteWriter writer(header);
    writer.fixed(kFrameSync);
    writer.fixed(static_cast<std::uint32_t>(payload.size()));
    writer.fixed(static_cast<std::uint16_t>(type));
    writer.fixed(std::uint16_t{0});
    writer.fixed(checksum(std::span<const std::byte, 4>(header.subspan<8, 4>()), payload));
}

void writeFrame(ByteWriter& writer, FrameType type, std::span<const std::byte> payload)
{
    std::array<std::byte, kFrameHeaderSize> header{};
    sealFrame(header, type, payload);
    writer.bytes(header);
    writer.bytes(payload);
}

ScanResult scanFrame(std::span<const std::byte> data)
{
    ScanResult result;
    ByteReader reader(data);
    if (data.size() >= sizeof kFrameSync && reader.fixed<std::uint32_t>() != kFrameSync) {
        result.kind = ScanResult::Kind::Garbage;
        result.consumed = 1 + distanceToSync(data.subspan(1));
        return result;
    }
    if (data.size() < kFrameHeaderSize)
        return result;
    const auto length = reader.fixed<std::uint32_t>();
    const auto type = reader.fixed<std::uint16_t>();
    const auto flags = reader.fixed<std::uint16_t>();
    const auto crc = reader.fixed<std::uint32_t>();
    if (length <= kMaxPayload) {
        if (data.size() - kFrameHeaderSize < length)
            return result;
        const auto payload = data.subspan(kFrameHeaderSize, length);
        if (checksum(data.subspan<8, 4>(), payload) == crc) {
            result.kind = ScanResult::Kind::Frame;
            result.consumed = kFrameHeaderSize + length;
            result.frame = Frame{static_cast<FrameType>(type), flags, payload, 0};
            return result;
        }
    }
    result.kind = ScanResult::Kind::Garbage;
    result.badFrame = true;
    result.consumed = sizeof kFrameSync + distanceToSync(data.subspan(sizeof kFrameSync));
    return result;
}

} // namespace stepscope::format
