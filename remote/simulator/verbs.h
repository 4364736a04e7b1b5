#pragma once

#include "remote/format/result.h"
#include "remote/simulator/command.h"

namespace stepscope::simulator {

/// The verbs of stepscope-virtual-tx2. Errors are one line of text.
format::Result<void> runBoard(const Command& command);
format::Result<void> runTraining(const Command& command);
format::Result<void> runLoad(const Command& command);

/// Makes SIGTERM and SIGINT set endRequested().
void installEndHandlers();
bool endRequested();

} // namespace stepscope::simulator
