#pragma once

#include "app/capture/connection.h"

#include <string>
#include <vector>

namespace stepscope::app {

/// A training of a model that Stepscope brings along, rather than a person's own command.
struct ModelRun
{
    std::string model; ///< empty: there is none
    int batch = 32;
    int steps = 100;
};

/// The command that trains it on a connected target: played on a virtual board; elsewhere the model's script is put
/// there and run by the target's Python. Error Usage with the list of models when it is not one of them.
format::Result<std::vector<std::string>> modelCommand(Connection& connection, const ModelRun& run);

} // namespace stepscope::app
