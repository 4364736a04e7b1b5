#pragma once

namespace stepscope::format {

/// The version of the program and its agent, such as "0.1.0".
const char* version();

} // namespace stepscope::format
