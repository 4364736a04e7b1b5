#pragma once

#include <string>

namespace stepscope::app {

/// Opens the window, with a recording if `file` is not empty, and runs until it is closed. Returns the exit status.
/// Prints one line and fails if there is no display.
int runWindow(int& argc, char** argv, const std::string& file);

} // namespace stepscope::app
