#pragma once

#include "app/capture/connection.h"

#include <string>
#include <vector>

namespace stepscope::app {

/// A training of a built-in model, instead of the user's own command.
struct ModelRun
{
    std::string model; ///< empty = no built-in model
    int batch = 32;
    int steps = 100;
    int seconds = 0; ///< the training has more steps where they are short, until it has lasted as long
    /// The interpreter on the target; a virtual board has none. python3: /usr/bin/python3 where only that has PyTorch.
    std::string python = "python3";
};

/// The command that trains the model on a connected target. A virtual board plays the training; on other targets this
/// is a command of the benchmark suite, which the agent carries; the demo's script is uploaded. Error Usage, with the
/// list of models, if there is no such model.
format::Result<std::vector<std::string>> modelCommand(Connection& connection, const ModelRun& run);

/// The models that the agent carries: the demo's and those of the benchmark suite. A virtual board has some of them.
std::vector<std::string> carriedModels();

/// The path of the program that simulates boards: $STEPSCOPE_VIRTUAL_BOARD, or beside this program, or in the build or
/// install tree. Empty if there is none: builds with STEPSCOPE_SIMULATOR=OFF do not have it.
std::string virtualBoardProgram();

} // namespace stepscope::app
