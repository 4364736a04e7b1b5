#pragma once

#include "remote/format/result.h"

#include <string>
#include <string_view>

namespace stepscope::agent {

/// The file that a command means, as execvp(3) would find it: a name with a slash from `folder`, another one along
/// `searchPath`. Errors: NotFound, Denied (there, but not executable); the text says what to do.
format::Result<std::string> findCommand(const std::string& command, std::string_view searchPath,
                                        const std::string& folder);

} // namespace stepscope::agent
