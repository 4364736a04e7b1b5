#pragma once

#include "remote/format/result.h"

#include <string>

namespace stepscope::app {

/// The folder for the agent's --sysroot. If `sysroot` is a file of this computer, it is a bundle (`doctor --bundle`):
/// it is checked and unpacked into the cache (XDG_CACHE_HOME/stepscope/boards); `target` has to be local then. Any
/// other text is a folder on the target and is returned as it is.
format::Result<std::string> boardFolder(const std::string& target, const std::string& sysroot);

} // namespace stepscope::app
