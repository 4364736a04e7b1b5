#pragma once

#include "remote/agent/recording/recorderoptions.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/format/result.h"

#include <string>

namespace stepscope::json {
class Writer;
} // namespace stepscope::json

namespace stepscope::agent {

struct HeaderParts
{
    const RecorderOptions& options;
    bool isDescribed = false; ///< a described board (--sysroot), not this machine
    const Board& board;
    const SamplingPlan& plan;
};

/// The JSON of the header frame (FORMAT.md, "Header").
format::Result<std::string> headerText(const HeaderParts& parts);

/// The output of `probe`: agent, device, sources and channels as in the header, the Python interpreter, and advice.
format::Result<std::string> probeText(const Board& board, const SamplingPlan& plan);

/// The architecture this program was built for: "x86_64" or "aarch64".
const char* agentArchitecture();

} // namespace stepscope::agent
