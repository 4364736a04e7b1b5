#pragma once

#include "remote/agent/recorderoptions.h"
#include "remote/agent/samplingplan.h"
#include "remote/format/result.h"

#include <string>

namespace stepscope::agent {

class JsonWriter;

struct HeaderParts
{
    const RecorderOptions& options;
    bool isDescribed = false; ///< not this machine: what is recorded is no measurement of it
    const Board& board;
    const SamplingPlan& plan;
};

/// The JSON of the header frame (FORMAT.md, "Header").
format::Result<std::string> headerText(const HeaderParts& parts);

/// What `probe` prints: the header's agent, device, sources and channels, the Python that would be used, and advice.
format::Result<std::string> probeText(const Board& board, const SamplingPlan& plan);

/// "x86_64" or "aarch64": what this program was built for.
const char* agentArchitecture();

} // namespace stepscope::agent
