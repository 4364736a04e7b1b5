#pragma once

#include "remote/link/transport.h"

namespace stepscope::link {

/// Reads a short command's output to its end: what Transport::run promises, over any stream.
Result<CommandOutput> runToEnd(ByteStream& stream, std::chrono::milliseconds timeout);

} // namespace stepscope::link
