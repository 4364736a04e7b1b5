#include "remote/format/crc32c.h"

#include <array>
#include <cstring>

namespace stepscope::format {
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
