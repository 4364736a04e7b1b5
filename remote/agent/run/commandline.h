#pragma once

namespace stepscope::agent {

/// Runs the command of a command line and returns the exit status: 1 after an error, 2 for wrong usage.
int runCommandLine(int count, char** arguments);

} // namespace stepscope::agent
