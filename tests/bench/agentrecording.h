#pragma once

#include "tests/support/decodedrecording.h"

#include <string>

namespace stepscope::bench {

/// Runs a command under the real agent with these options of `start`, waits for its end and decodes the recording.
/// Returns an empty recording if the agent fails.
[[nodiscard]] testing::DecodedRecording recordByAgent(const std::string& options, const std::string& command);

} // namespace stepscope::bench
