#pragma once

#include "analysis/text/message.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// How a training failed, and its last words. Control characters in texts from the target are
/// replaced.
struct TrainingFailure
{
    Message ending{}; ///< "Exited with status 1", "Ended by signal 9 (Killed)", or why it did not start
    std::vector<std::string> lastLines{}; ///< of its error output, else of its output; without empty lines
};

/// {} while the training runs, after success, after a stop by the user, and if the end is not known. Reads at most the
/// last 64 KiB of each stream.
std::optional<TrainingFailure> trainingFailure(const trace::TraceView& view, std::size_t lines);

/// Why the recording has no steps, or ends before the training, in one line, as the agent or the hook reports it; empty
/// if neither.
std::string missingStepsReason(const trace::TraceView& view);

} // namespace stepscope::analysis
