#pragma once

#include "app/commands/targetoptions.h"

#include <string>

namespace stepscope::app {

struct SelfTestOptions
{
    std::string sysroot;
    bool json = false;
};

/// Makes a load of known shape on the target and returns what its sensors do to it, as text or JSON. Takes half a
/// minute at most, with a progress bar.
format::Result<std::string> runSelfTest(const TargetOptions& target, const SelfTestOptions& options);

} // namespace stepscope::app
