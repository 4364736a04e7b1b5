#include "remote/format/frame.h"

#include "remote/format/bytes.h"

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

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78U;
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kPolynomial : 0U);
        tables[0][byte] = crc;
    }
    for (std::size_t slice = 1; slice < tables.size(); ++slice) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[slice - 1][byte];
            tables[slice][byte] = (before >> 8U) ^ tables[0][before & 0xFFU];
        }
    }
    return tables;
}

constexpr Tables kTables = makeTables();

std::uint32_t bySlices(const std::byte* data, std::size_t size, std::uint32_t crc)
{
    while (size >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data, sizeof word);
        word ^= crc;
        crc = 0;
        for (unsigned i = 0; i < 8; ++i)
            crc ^= kTables[7 - i][(word >> (8U * i)) & 0xFFU];
        data += 8;
        size -= 8;
    }
    for (; size > 0; --size, ++data)
        crc = (crc >> 8U) ^ kTables[0][(crc ^ static_cast<std::uint32_t>(*data)) & 0xFFU];
    return crc;
}

#if defined(__x86_64__)
// The SSE 4.2 instruction is several times faster than tables. Processors have it since 2008; the caller checks.
__attribute__((target("sse4.2"))) std::uint32_t byInstruction(const std::byte* data, std::size_t size,
                                                              std::uint32_t crc)
{
    std::uint64_t wide = crc;
    for (; size >= 8; size -= 8, data += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data, sizeof word);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    crc = static_cast<std::uint32_t>(wide);
    for (; size > 0; --size, ++data)
        crc = __builtin_ia32_crc32qi(crc, static_cast<unsigned char>(*data));
    return crc;
}
#endif

} // namespace

std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t previous)
{
    const std::uint32_t start = ~previous;
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2") != 0;
    if (hasInstruction)
        return ~byInstruction(data.data(), data.size(), start);
#endif
    return ~bySlices(data.data(), data.size(), start);
}

} // namespace stepscope::format
