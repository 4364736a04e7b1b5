#pragma once

#include "remote/format/result.h"
#include "remote/link/transport/interrupt.h"

#include <chrono>
#include <string>

namespace stepscope::link {

/// Resolves the name and connects to the first address that answers. The caller owns the socket, which is non-blocking,
/// with TCP_NODELAY and keep-alive. `target` is the name in messages. Errors: NotFound (unknown name), Disconnected
/// (refused, unreachable, timeout), Cancelled.
format::Result<int> connectTcp(const std::string& host, int port, const std::string& target,
                               std::chrono::milliseconds timeout, Interrupt& interrupt);

} // namespace stepscope::link
