#pragma once

#include "remote/agent/run/options.h"
#include "remote/format/result.h"

#include <string>

/// The commands of the command line. Each returns one line for standard output; errors have one line too.
namespace stepscope::agent {

format::Result<std::string> probe(const Options& options);
/// All that `probe` reads, as a bundle: FORMAT in remote/agent/snapshot/README.md.
format::Result<std::string> snapshot(const Options& options);
/// What can be set of the operating point; an error if one of the settings cannot be set, or if a run has set one.
format::Result<std::string> power(const Options& options);
/// Starts a run in a detached process; returns when the training's program runs. A named run that exists already is
/// returned, so that a client whose connection broke may repeat the command.
format::Result<std::string> start(const Options& options);
format::Result<std::string> list(const Options& options);
/// Ends the training, also one whose supervisor has died, and waits until the run has ended.
format::Result<std::string> stop(const Options& options);
format::Result<std::string> removeRun(const Options& options);
/// Notes that a client has stored the recording.
format::Result<std::string> received(const Options& options);
/// Removes runs that have ended, if a client has received them whole or `--runs all` is given; also interrupted uploads
/// and files of other versions of the agent.
format::Result<std::string> clean(const Options& options);
/// Writes the recording's bytes to standard output and follows the file until the run has ended.
format::Result<void> attach(const Options& options);
/// A load of known shape: all cores are busy for phases of random length, which are reported as spans. The self-test
/// derives the sensors' averaging windows and latencies from it.
format::Result<void> load(const Options& options);

} // namespace stepscope::agent
