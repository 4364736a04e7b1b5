#pragma once

namespace stepscope::app {

/// Runs the program: `stepscope [FILE]` opens the window, `stepscope COMMAND ...` works in the terminal.
/// Returns the exit status: 0 done, 1 failed with one line on standard error, 2 wrong usage.
int runCommandLine(int argc, char** argv);

} // namespace stepscope::app
