#pragma once

#include "remote/agent/options.h"
#include "remote/format/result.h"

#include <array>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Pipes that take the training's output to the supervisor. The reading ends do not block.
struct OutputPipes
{
    std::array<int, 2> output{-1, -1};
    std::array<int, 2> error{-1, -1};

    format::Result<void> open();
    void closeWritingEnds();
};

/// The training's environment: this one's, --env on top, and what the hook needs (resources/hook). An existing
/// PYTHONPATH is kept behind the hook's folder. hookFolder empty = no hook.
std::vector<std::string> trainingEnvironment(const Options& options, const std::string& hookFolder,
                                             const std::string& socketPath);
/// "" when it is not set.
std::string environmentValue(const std::vector<std::string>& environment, std::string_view name);

/// Starts the command in a process group of its own with its output in the pipes, no input, and signals as usual.
/// Returns its process number once the program really runs; an error when it could not be executed.
format::Result<int> launch(const std::string& program, const std::vector<std::string>& words,
                           const std::vector<std::string>& environment, const std::string& folder,
                           const OutputPipes& pipes);

/// Forks a process that sleeps until this one is gone, and then empties the pipes for as long as somebody writes into
/// them: a training that outlives its supervisor must not die of SIGPIPE, and not block in a full pipe either.
/// Call it before there are threads. `alive` is the reading end of a pipe whose other end only the supervisor has.
void forkDrain(int alive, int supervisorsEnd, const OutputPipes& pipes);

} // namespace stepscope::agent
