#pragma once

#include "remote/format/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace stepscope::agent {

/// The file of a command, as execvp(3) finds it: a name with a slash relative to `folder`, any other one along
/// `searchPath`. Errors: NotFound, Denied (not executable).
format::Result<std::string> findCommand(const std::string& command, std::string_view searchPath,
                                        const std::string& folder);

struct Python
{
    std::string path;
    std::string version; ///< "3.6.9"; empty without an answer within two seconds
};

/// The python3 (or python) on PATH and its version, for which it is started.
std::optional<Python> findPython();

} // namespace stepscope::agent
