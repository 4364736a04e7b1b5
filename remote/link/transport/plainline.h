#pragma once

#include <string>
#include <string_view>

namespace stepscope::link {

/// The first nonempty line without control characters, at most 300 bytes long. Required for every text of a target that
/// goes into a message or onto a terminal: targets are not trusted.
std::string plainLine(std::string_view text);

} // namespace stepscope::link
