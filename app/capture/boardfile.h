#pragma once

#include "remote/format/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::app {

/// The folder for the agent's --sysroot. If `sysroot` is a file of this computer, it is a bundle (`doctor --bundle`):
/// it is checked and unpacked into the cache (XDG_CACHE_HOME/stepscope/boards); `target` has to be local then. Any
/// other text is a folder on the target and is returned as it is.
format::Result<std::string> boardFolder(const std::string& target, const std::string& sysroot);

/// Replaces the durations of reads in the probe of a replayed board, which are of this computer's files, by those that
/// its bundle states, and sets "read_times_from" to "board". They are null where the bundle states none.
format::Result<void> setReadTimesOfBoard(nlohmann::json& probe, const std::string& bundle);

} // namespace stepscope::app
