#pragma once

#include "analysis/sensors/selftest.h"
#include "app/capture/capture.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::app {

/// A temporary run that measures a property of the target. The agent itself can generate the load.
struct AgentMeasurement
{
    std::string target;
    link::SshOptions ssh;
    link::StartOptions start;
    std::vector<std::string> agentWords; ///< empty: start.command is run
    double expectedSeconds = 0;          ///< 0 = not known
};

/// Gets the share done (negative = not known) and a line of text, on any thread, one call at a time.
using MeasurementReport = std::function<void(double share, const std::string& line)>;

/// Runs it and returns the recording as a view; the files on this computer and on the target are deleted. Blocks. Error
/// Cancelled after a stop request, which ends the run.
format::Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                         const MeasurementReport& report, const std::stop_token& stop = {});

/// Duration of the load on the processor. It has about 40 edges: enough for a precision of 1 ms with samples 10 ms
/// apart.
inline constexpr int kSelfTestSeconds = 20;

struct SelfTestResult
{
    std::vector<analysis::SensorFinding> findings; ///< not empty
    std::string gpuNote{};                         ///< why the GPU's sensors were not tested; empty when they were
    bool isStored = false;                         ///< on the target, for all later recordings
};

/// Runs a load of known shape on the target, which follows from `target`, `ssh` and `sysroot`, and measures its
/// sensors. Takes at most 40 s. Stores the result on the target, unless there is a sysroot; the agent copies it to the
/// header of each recording.
format::Result<SelfTestResult> runSelfTest(const std::string& target, const link::SshOptions& ssh,
                                           const std::string& sysroot, std::shared_ptr<link::Prompter> prompter,
                                           const MeasurementReport& report, const std::stop_token& stop = {});

} // namespace stepscope::app
