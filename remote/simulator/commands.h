#pragma once

#include "remote/format/result.h"
#include "remote/simulator/words.h"

namespace stepscope::simulator {

/// The verbs of stepscope-virtual-tx2. Errors are one line for the person who typed.
format::Result<void> runBoard(const Words& words);
format::Result<void> runTraining(const Words& words);
format::Result<void> runLoad(const Words& words);

/// Makes SIGTERM and SIGINT end what runs; true once one came.
void listenForEnd();
bool endAsked();

} // namespace stepscope::simulator
