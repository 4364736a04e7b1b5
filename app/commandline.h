#pragma once

namespace stepscope::app {

/// Runs the program: `stepscope [FILE]` opens the window, `stepscope COMMAND ...` works in the terminal.
/// Returns the exit status: 0 done, 1 failed with one line on standard error, 2 wrong usage, 130 interrupted. `profile`
/// and `attach` pass the status of the training on, 128 and the number for a signal.
int runCommandLine(int argc, char** argv);

} // namespace stepscope::app
