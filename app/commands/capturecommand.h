#pragma once

#include "app/capture/capture.h"

namespace stepscope::app {

struct TerminalCapture
{
    std::size_t expectedSteps = 0;     ///< 0 = not known: the bar shows no share
    CaptureOutcome* outcome = nullptr; ///< if not null, gets the outcome of a capture that did not fail
};

/// Runs a capture with a progress bar on the terminal. Ctrl-C asks the training to end and records its end; a second
/// Ctrl-C disconnects and leaves the training running. Prints the outcome and returns the exit status.
int runCaptureInTerminal(const CaptureOptions& options, const TerminalCapture& terminal = {});

} // namespace stepscope::app
