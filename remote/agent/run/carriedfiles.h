#pragma once

#include "remote/format/result.h"

#include <string>
#include <string_view>
#include <vector>

/// The Python files that this program carries for trainings. All runs of a folder share one copy, whose name contains a
/// hash of the contents: `.hook-HASH`, `.suite-HASH`.
namespace stepscope::agent {

/// True if the hook's files (resources/hook) are embedded in this program.
bool hasEmbeddedHook();
/// The folder with the hook below the folder of runs. Files that are missing or differ are written. Error NoSpace.
format::Result<std::string> provideHook(const std::string& runsFolder);

/// True for the command of the benchmark suite (resources/benchmarks): PYTHON [OPTIONS] -m benchmarks ...
bool runsSuite(const std::vector<std::string>& command);
/// The folder with the package `benchmarks`, like provideHook().
format::Result<std::string> provideSuite(const std::string& runsFolder);

/// True for the name of a copy that another version of this program has written.
bool isOutdatedCopy(std::string_view name);

} // namespace stepscope::agent
