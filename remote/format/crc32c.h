#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stepscope::format {

/// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `data`, continuing from the CRC of preceding data.
/// Check value: "123456789" gives 0xE3069283 (RFC 3720, appendix B.4).
std::uint32_t crc32c(std::span<const std::byte> data, std::uint32_t previous = 0);

} // namespace stepscope::format
