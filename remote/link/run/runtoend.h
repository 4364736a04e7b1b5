#pragma once

#include "remote/link/transport/transport.h"

namespace stepscope::link {

/// Implements Transport::run over any stream: reads the output of a short command to its end.
Result<CommandOutput> runToEnd(ByteStream& stream, std::chrono::milliseconds timeout);

} // namespace stepscope::link
