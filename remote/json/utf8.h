#pragma once

#include <cstddef>
#include <string_view>

namespace stepscope::json {

/// Length of the UTF-8 sequence at the beginning of a text that is not empty, in bytes; 0 when it is not valid
/// (RFC 3629).
std::size_t sequenceLength(std::string_view text);

bool isUtf8(std::string_view text);

} // namespace stepscope::json
