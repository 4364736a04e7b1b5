#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Rails of the INA3221 driver of L4T up to 32 (industrial I/O): power now, mW.
std::unique_ptr<Source> makeIna3221Iio();

} // namespace stepscope::agent
