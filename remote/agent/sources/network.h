#pragma once

#include "remote/agent/sources/source.h"

namespace stepscope::agent {

/// Receive and send rates of network interfaces (/proc/net/dev).
std::unique_ptr<Source> makeNetwork();

} // namespace stepscope::agent
