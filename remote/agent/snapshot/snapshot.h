#pragma once

#include "remote/format/result.h"

#include <string>

namespace stepscope::agent {

/// Probes the sources of this machine, or of a described board, and returns all files and folders that they asked for
/// as a bundle (README.md): one JSON object in one line, without serial numbers, names and addresses.
format::Result<std::string> takeSnapshot(const std::string& sysroot);

} // namespace stepscope::agent
