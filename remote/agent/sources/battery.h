#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Batteries: charge and power.
std::unique_ptr<Source> makeBattery();

} // namespace stepscope::agent
