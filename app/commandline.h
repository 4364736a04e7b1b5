#pragma once

#include <string>
#include <vector>

namespace stepscope::app {

/// Runs the program: `stepscope [FILE]` opens the window, `stepscope COMMAND ...` works in the terminal.
/// Returns the exit status: 0 done, 1 failed with one line on standard error, 2 wrong usage, 130 interrupted. `profile`
/// and `attach` pass the status of the training on, 128 and the number for a signal.
int runCommandLine(int argc, char** argv);

/// Parses the words after the program's name without running anything. Empty, or why they are wrong usage. For the test
/// of the guide.
std::string commandLineFault(const std::vector<std::string>& words);

} // namespace stepscope::app
