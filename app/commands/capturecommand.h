#pragma once

#include "app/capture/capture.h"

namespace stepscope::app {

/// Runs a capture with a progress bar on the terminal. Ctrl-C asks the training to end and records its end; a second
/// one leaves it running. Prints what came out of it and returns the exit status; `outcome`, if given, gets the result
/// of a success.
int runCaptureInTerminal(CaptureOptions options, CaptureOutcome* outcome = nullptr);

} // namespace stepscope::app
