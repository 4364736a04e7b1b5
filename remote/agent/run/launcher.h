#pragma once

#include "remote/agent/run/options.h"
#include "remote/format/result.h"

#include <array>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Pipes from the training's output to the supervisor. The reading ends are non-blocking.
struct OutputPipes
{
    std::array<int, 2> output{-1, -1};
    std::array<int, 2> error{-1, -1};

    format::Result<void> open();
    void closeWritingEnds();
};

/// The training's environment: that of this process, --env, and the hook's variables (resources/hook). The hook's
/// folder and the suite's are put before an existing PYTHONPATH. Empty hookFolder = no hook; empty suiteFolder = no
/// benchmark suite.
std::vector<std::string> trainingEnvironment(const Options& options, const std::string& hookFolder,
                                             const std::string& socketPath, const std::string& suiteFolder);
/// Empty when it is not set.
std::string environmentValue(const std::vector<std::string>& environment, std::string_view name);

/// Starts the command in a new process group with its output in the pipes, /dev/null as input and default signal
/// handling. Returns its process ID when exec() has succeeded.
format::Result<int> launch(const std::string& program, const std::vector<std::string>& words,
                           const std::vector<std::string>& environment, const std::string& folder,
                           const OutputPipes& pipes);

} // namespace stepscope::agent
