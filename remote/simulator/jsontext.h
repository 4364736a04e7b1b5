#pragma once

#include <string>
#include <string_view>

namespace stepscope::simulator {

/// A text as JSON, with its quotation marks.
std::string jsonText(std::string_view text);
/// Six digits; 0 for what is no number.
std::string jsonNumber(double value);

} // namespace stepscope::simulator
