#pragma once

#include "app/commands/targetoptions.h"

#include <string>
#include <vector>

namespace stepscope::app {

struct OverheadOptions
{
    std::string sysroot;
    std::vector<std::string> command; ///< empty: steps of equal work that the agent runs itself
    double blockSeconds = 0.5;
    bool json = false;
};

/// Runs a training with sampling switched on and off in alternating blocks and returns the slowdown of the sampled
/// steps, as text or JSON. Shows a progress bar. Takes 30 s with the agent's own steps, else as long as the training.
format::Result<std::string> runOverheadTest(const TargetOptions& target, const OverheadOptions& options);

} // namespace stepscope::app
