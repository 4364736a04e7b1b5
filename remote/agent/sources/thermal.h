#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Temperatures of the thermal zones (m degC), by type.
std::unique_ptr<Source> makeThermal();

} // namespace stepscope::agent
