#pragma once

#include "remote/format/result.h"
#include "remote/link/interrupt.h"

#include <chrono>
#include <string>

namespace stepscope::link {

/// Resolves the name and connects to its first address that answers; the socket is the caller's, non-blocking, with
/// TCP_NODELAY and keep-alive. `target` names it in messages. Errors: NotFound (no such name), Disconnected (refused,
/// unreachable, no answer in time), Cancelled.
format::Result<int> connectTcp(const std::string& host, int port, const std::string& target,
                               std::chrono::milliseconds timeout, Interrupt& interrupt);

} // namespace stepscope::link
