#include "remote/format/frame.h"

#include "remote/format/bytes.h"
#include "remote/format/crc32c.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <string_view>

namespace stepscope::format {
namespace {

std::uint32_t checksum(std::span<const std::byte, 4> typeAndFlags, std::span<const std::byte> payload)
{
    return crc32c(payload, crc32c(typeAndFlags));
}

/// Whether the data begins with a sync word or with a prefix of one that ends with the data.
bool mayBeSync(std::span<const std::byte> data)
{
    const std::size_t size = std::min(data.size(), sizeof kFrameSync);
    return std::memcmp(data.data(), &kFrameSync, size) == 0;
}

/// Number of bytes before the next sync word or such a prefix.
std::size_t distanceToSync(std::span<const std::byte> data)
{
    constexpr int kFirst = kFrameSync & 0xFFU;
    std::size_t at = 0;
    while (at < data.size()) {
        const void* candidate = std::memchr(data.data() + at, kFirst, data.size() - at);
        if (!candidate)
            break;
        at = static_cast<std::size_t>(static_cast<const std::byte*>(candidate) - data.data());
        if (mayBeSync(data.subspan(at)))
            return at;
        ++at;
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
    if (!data.empty() && !mayBeSync(data)) {
        result.kind = ScanResult::Kind::Garbage;
        result.consumed = 1 + distanceToSync(data.subspan(1));
        return result;
    }
    if (data.size() < kFrameHeaderSize)
        return result;
    reader.fixed<std::uint32_t>();
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
        result.claimed = kFrameHeaderSize + length;
    }
    result.kind = ScanResult::Kind::Garbage;
    result.badFrame = true;
    result.consumed = sizeof kFrameSync + distanceToSync(data.subspan(sizeof kFrameSync));
    return result;
}

} // namespace stepscope::format
