#pragma once

#include <string_view>

namespace stepscope::agent {

/// The JetPack version of an L4T release (NVIDIA's JetPack archive): "32.7.1" -> "4.6.1". Empty = unknown.
std::string_view jetpackOf(std::string_view l4t);

} // namespace stepscope::agent
