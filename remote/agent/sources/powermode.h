#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Power mode of nvpmodel (its number) and whether the clocks are locked; tells when either changes.
std::unique_ptr<Source> makePowerMode();

} // namespace stepscope::agent
