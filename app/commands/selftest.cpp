#include "app/commands/selftest.h"

#include "analysis/metrics/profilingoverhead.h"
#include "analysis/sensors/selftest.h"
#include "app/capture/agentmeasurement.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <cstdlib>
#include <memory>
#include <stop_token>

namespace stepscope::app {
namespace {

constexpr const char* kExplanation =
    "\nwindow: the time over which the sensor averages; lag: the delay of its values (latency);\n"
    "update: the time between new values. Intervals are 95 %. A single sample cannot resolve anything\n"
    "shorter than the window; only the mean over many steps can.\n";

constexpr const char* kStored =
    "The result is stored on the target (~/.stepscope/sensors); new recordings contain it.\n";

/// Ctrl+C ends the load on the target, and its run is removed there. A second one ends the program at once.
class MeasurementInterrupt
{
public:
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    InterruptWatch m_watch{[this] {
        if (!m_stop.request_stop())
            std::_Exit(kInterrupted);
    }};
};

} // namespace

format::Result<std::string> selfTestText(const TargetOptions& target, const SelfTestOptions& options)
{
    ProgressBar bar("Self-test of " + target.target());
    const MeasurementInterrupt interrupt;
    const SelfTestResult result = TRY(runSelfTest(
        target.target(), target.ssh(), options.sysroot, std::make_shared<TerminalPrompter>(),
        [&bar](double share, const std::string& line) { bar.update(share, line); }, interrupt.token()));
    if (options.json)
        return analysis::toJson(result.findings);
    return "\nSelf-test: " + std::to_string(kSelfTestSeconds) + " s of a load of known shape\n" +
           analysis::toText(result.findings) + kExplanation + (result.gpuNote.empty() ? "" : result.gpuNote + "\n") +
           (result.isStored ? kStored : "");
}

namespace {

constexpr int kOverheadSeconds = 30;
constexpr const char* kTracedSteps = "4:6:20"; // most steps stay untraced, to measure sampling alone

} // namespace

format::Result<std::string> runOverheadTest(const TargetOptions& target, const OverheadOptions& options)
{
    const auto parsed = link::parseTarget(target.target());
    if (parsed.ok() && parsed->kind == link::Target::Kind::Virtual)
        return format::failure(
            format::Error::Code::Usage,
            "doctor: the steps of a virtual board are played at fixed times, so sampling cannot slow "
            "them; measure the overhead on a real target, or on local");
    AgentMeasurement measurement;
    measurement.target = target.target();
    measurement.ssh = target.ssh();
    measurement.start.sysroot = options.sysroot;
    measurement.start.ops = "none";
    measurement.start.periodNs = 10'000'000;
    measurement.start.pauseNs = static_cast<std::int64_t>(options.blockSeconds * 1e3) * 1'000'000;
    measurement.start.command = options.command;
    if (!options.command.empty()) {
        measurement.start.ops = kTracedSteps;
        measurement.start.workingFolder = TRY(target.commandFolder());
    } else {
        measurement.agentWords = {"load", "--work", "10ms", "--seconds", std::to_string(kOverheadSeconds)};
        measurement.expectedSeconds = kOverheadSeconds;
    }
    ProgressBar bar("Overhead on " + measurement.target);
    const MeasurementInterrupt interrupt;
    const trace::TraceView view = TRY(measure(
        measurement, std::make_shared<TerminalPrompter>(),
        [&bar](double share, const std::string& line) { bar.update(share, line); }, interrupt.token()));
    const analysis::Overhead overhead = analysis::measureOverhead(view);
    return options.json ? analysis::toJson(overhead) : analysis::toText(overhead);
}

} // namespace stepscope::app
