#pragma once

#include <string>
#include <string_view>

namespace stepscope::link {

/// The first line that is not empty, without control characters and at most 300 bytes long: what a target says goes
/// into messages and onto terminals, and the target is not trusted.
std::string plainLine(std::string_view text);

} // namespace stepscope::link
