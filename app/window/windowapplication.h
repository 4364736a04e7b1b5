#pragma once

#include <string>

namespace stepscope::app {

/// Opens the window, on a recording if `file` is not empty, and runs until it is closed. Returns the exit status.
/// Where there is no display it says so in one line.
int runWindow(int& argc, char** argv, const std::string& file);

} // namespace stepscope::app
