#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Power of whatever a hwmon driver measures or counts (AMD and Intel GPUs, power supplies).
std::unique_ptr<Source> makeHwmonPower();

} // namespace stepscope::agent
