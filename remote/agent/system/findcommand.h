#pragma once

#include "remote/format/result.h"

#include <string>
#include <string_view>

namespace stepscope::agent {

/// The file of a command, as execvp(3) finds it: a name with a slash relative to `folder`, any other one along
/// `searchPath`. Errors: NotFound, Denied (not executable).
format::Result<std::string> findCommand(const std::string& command, std::string_view searchPath,
                                        const std::string& folder);

} // namespace stepscope::agent
