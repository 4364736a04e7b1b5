#include "app/commands/selftest.h"

#include "analysis/algorithms/selftest.h"
#include "app/capture/agentmeasurement.h"
#include "app/terminal/terminal.h"
#include "app/terminal/terminalprompter.h"

#include <span>

namespace stepscope::app {
namespace {

/// Some forty edges: enough for 1 ms at samples that are 10 ms apart, and with all around it under 30 s.
constexpr int kSeconds = 20;

constexpr const char* kExplanation =
    "\nwindow: the time over which a value is the mean; lag: how much later than the truth it shows;\n"
    "update: how often there is a new value. Intervals are 95 %. What is shorter than a window cannot be\n"
    "seen in a single sample, only over many steps.\n";

constexpr const char* kKept =
    "What was found is kept on the target: recordings say it from now on (~/.stepscope/sensors).\n";

/// The agent tells what was measured in the header of each recording, so that analyses know it.
format::Result<void> keep(const TargetOptions& target, link::Prompter* prompter, const std::string& lines)
{
    const auto connection = TRY(Connection::make(target.target(), target.ssh(), prompter));
    TRY(connection->connect());
    TRY(connection->deploy({}));
    return connection->transport().upload(".stepscope/sensors", std::as_bytes(std::span(lines)), 0600, {});
}

} // namespace

format::Result<std::string> runSelfTest(const TargetOptions& target, const SelfTestOptions& options)
{
    AgentMeasurement measurement;
    measurement.target = target.target();
    measurement.ssh = target.ssh();
    measurement.start.sysroot = options.sysroot;
    measurement.start.ops = "none";
    measurement.start.periodNs = 10'000'000;
    measurement.agentWords = {"load", "--seconds", std::to_string(kSeconds)};
    measurement.expectedSeconds = kSeconds;
    const auto prompter = std::make_shared<TerminalPrompter>();
    ProgressBar bar("Self-test of " + measurement.target);
    const trace::TraceView view =
        TRY(measure(measurement, prompter, [&bar](double share, const std::string& line) { bar.update(share, line); }));
    bar.update(1, "finding windows and lags");
    const auto findings = analysis::testSensors(view);
    if (findings.empty())
        return format::failure("The load on " + measurement.target +
                               " was not seen: its phases are missing from what was recorded; try again.");
    if (options.sysroot.empty())
        TRY(keep(target, prompter.get(), analysis::toSensorLines(findings, view.header().device.board)));
    return options.json ? analysis::toJson(findings)
                        : "\nSelf-test: " + std::to_string(kSeconds) + " s of a load of known shape\n" +
                              analysis::toText(findings) + kExplanation + (options.sysroot.empty() ? kKept : "");
}

} // namespace stepscope::app
