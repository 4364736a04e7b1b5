#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Memory controller: frequency, and utilization where the activity monitor may be read (mostly root).
std::unique_ptr<Source> makeEmc();

} // namespace stepscope::agent
