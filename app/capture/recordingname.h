#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope::app {

/// An unused file name in `folder` for a recording of `target`: "TARGET-YYYYMMDD-HHMMSS.stepscope" in local time.
std::filesystem::path newRecordingPath(const std::filesystem::path& folder, const std::string& target);

/// Splits a command line as typed by the user into words. A line that needs a shell becomes `/bin/sh -c LINE`; other
/// lines run without a shell, so that the recording shows the name of the training.
std::vector<std::string> commandWords(const std::string& line);

} // namespace stepscope::app
