#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Rails of the power monitors of L4T 34 and newer (hwmon): INA3221 by voltage times current, INA238 by its power.
std::unique_ptr<Source> makeIna3221Hwmon();

} // namespace stepscope::agent
