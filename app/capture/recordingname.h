#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepscope::app {

/// A free file name in `folder` for a recording of `target`: "TARGET-YYYYMMDD-HHMMSS.stepscope" in local time.
std::filesystem::path newRecordingPath(const std::filesystem::path& folder, const std::string& target);

/// One line as a person types it, as the words of a command: run without a shell where no shell is needed, so that the
/// training's own name stands in the recording, else through /bin/sh.
std::vector<std::string> commandWords(const std::string& line);

} // namespace stepscope::app
