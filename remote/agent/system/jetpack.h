#pragma once

#include <string_view>

namespace stepscope::agent {

/// The JetPack that a release of L4T belongs to (NVIDIA's JetPack archive): "32.7.1" -> "4.6.1". Empty where not known.
std::string_view jetpackOf(std::string_view l4t);

} // namespace stepscope::agent
