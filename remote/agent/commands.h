#pragma once

#include "remote/agent/options.h"
#include "remote/format/result.h"

#include <string>

/// What the command line's verbs do. Each returns what is printed on standard output, one line; errors are one line
/// too.
namespace stepscope::agent {

format::Result<std::string> probe(const Options& options);
/// Returns once the command runs, in a process of its own that outlives this one.
format::Result<std::string> start(const Options& options);
format::Result<std::string> list(const Options& options);
/// Waits until the run ended.
format::Result<std::string> stop(const Options& options);
format::Result<std::string> removeRun(const Options& options);
/// Writes the recording's bytes to standard output itself, and follows it until the run ended.
format::Result<void> attach(const Options& options);
/// Keeps all cores busy for phases of random length with rests between them, and tells the agent that watches it when:
/// a load of known shape, by which the sensors' windows and lags are found.
format::Result<void> load(const Options& options);

} // namespace stepscope::agent
