#pragma once

#include "app/commands/command.h"

#include <string>
#include <vector>

namespace stepscope::app {

struct SelfTestOptions
{
    std::string sysroot;
    bool json = false;
};

/// Runs a load of known shape on the target and returns the averaging window, latency and update interval of its
/// sensors, as text or JSON. Shows a progress bar.
format::Result<std::string> selfTestText(const TargetOptions& target, const SelfTestOptions& options);

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
