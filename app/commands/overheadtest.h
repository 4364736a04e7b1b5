#pragma once

#include "app/commands/targetoptions.h"

#include <string>
#include <vector>

namespace stepscope::app {

struct OverheadOptions
{
    std::string sysroot;
    std::vector<std::string> command; ///< empty: steps of equal work that the agent makes
    double blockSeconds = 0.5;
    bool json = false;
};

/// Runs a training of which half the time, block by block, is sampled; returns how much slower those steps were. The
/// agent's own steps take 30 s, a training as long as it takes. With a progress bar.
format::Result<std::string> runOverheadTest(const TargetOptions& target, const OverheadOptions& options);

} // namespace stepscope::app
