#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stepscope::link {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. Our own because it names and checks one small file;
/// nothing secret depends on it.
std::string sha256(std::span<const std::byte> bytes);

} // namespace stepscope::link
