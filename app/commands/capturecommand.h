#pragma once

#include "app/capture/capture.h"

namespace stepscope::app {

struct TerminalCapture
{
    std::size_t expectedSteps = 0;     ///< 0 = not known: the bar shows no share
    CaptureOutcome* outcome = nullptr; ///< if given, gets what came of a success
};

/// Runs a capture with a progress bar on the terminal. Ctrl-C asks the training to end and records its end; a second
/// one leaves it running. Prints what came of it and returns the exit status.
int runCaptureInTerminal(CaptureOptions options, const TerminalCapture& terminal = {});

} // namespace stepscope::app
