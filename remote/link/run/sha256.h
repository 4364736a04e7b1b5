#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stepscope::link {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. It names and checks the agent's file; do not use it for
/// secrets.
std::string sha256(std::span<const std::byte> bytes);

} // namespace stepscope::link
