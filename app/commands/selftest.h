#pragma once

#include "app/commands/targetoptions.h"

#include <string>

namespace stepscope::app {

struct SelfTestOptions
{
    std::string sysroot;
    bool json = false;
};

/// Runs a load of known shape on the target and returns the averaging window, latency and update interval of its
/// sensors, as text or JSON. Takes at most half a minute; shows a progress bar.
format::Result<std::string> runSelfTest(const TargetOptions& target, const SelfTestOptions& options);

} // namespace stepscope::app
