#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Fans: duty and speed.
std::unique_ptr<Source> makeFan();

} // namespace stepscope::agent
