#pragma once

#include <string>

namespace stepscope::agent {

/// The hook's Python files, which this program carries (resources/hook at the time it was built).
bool hasEmbeddedHook();
/// Writes them into a folder. False with errno set when that failed.
bool extractHook(const std::string& folder);

} // namespace stepscope::agent
