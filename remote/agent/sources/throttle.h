#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Throttling: states of the cooling devices that slow something down, and counts of over-current and thermal
/// throttling; tells when one begins and ends.
std::unique_ptr<Source> makeThrottle();

} // namespace stepscope::agent
