#pragma once

#include <string>

namespace stepscope::agent {

/// True if the hook's Python files (resources/hook) are embedded in this program.
bool hasEmbeddedHook();
/// Writes the hook's files into a folder. False with errno set on a failure.
bool extractHook(const std::string& folder);

} // namespace stepscope::agent
