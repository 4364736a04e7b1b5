#include "app/commands/selftest.h"

#include "analysis/metrics/profilingoverhead.h"
#include "analysis/sensors/selftest.h"
#include "app/capture/agentmeasurement.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <span>
#include <vector>

namespace stepscope::app {
namespace {

/// About 40 edges: enough for a precision of 1 ms with samples 10 ms apart; the whole test takes less than 30 s.
constexpr int kSeconds = 20;
constexpr int kGpuSeconds = 12;

constexpr const char* kExplanation =
    "\nwindow: the time over which the sensor averages; lag: the delay of its values (latency);\n"
    "update: the time between new values. Intervals are 95 %. A single sample cannot resolve anything\n"
    "shorter than the window; only the mean over many steps can.\n";

constexpr const char* kStored =
    "The result is stored on the target (~/.stepscope/sensors); new recordings contain it.\n";

/// Stores the result on the target; the agent copies it to the header of each recording, for the analyses.
format::Result<void> storeSensorLines(const TargetOptions& target, link::Prompter* prompter, const std::string& lines)
{
    const auto connection = TRY(Connection::make(target.target(), target.ssh(), prompter));
    TRY(connection->connect());
    TRY(connection->deploy({}));
    return connection->transport().upload(".stepscope/sensors", std::as_bytes(std::span(lines)), 0600, {});
}

/// Runs a load on the CPU, then on the GPU, and collects the response of each sensor.
class SelfTest
{
public:
    SelfTest(const TargetOptions& target, const SelfTestOptions& options)
        : m_target(target)
        , m_options(options)
        , m_bar("Self-test of " + target.target())
    {}

    format::Result<std::string> run()
    {
        AgentMeasurement processor = measurement(kSeconds);
        processor.agentWords = {"load", "--seconds", std::to_string(kSeconds)};
        const trace::TraceView view = TRY(record(processor));
        m_findings = analysis::testSensors(view);
        if (m_findings.empty())
            return format::failure("The load on " + m_target.target() +
                                   " is not visible in the recording: its phases are missing; try again.");
        if (hasGpu() && !view.header().isVirtual)
            testGpu();
        if (m_options.sysroot.empty())
            TRY(storeSensorLines(m_target, m_prompter.get(),
                                 analysis::toSensorLines(m_findings, view.header().device.board)));
        return m_options.json ? analysis::toJson(m_findings) : text();
    }

private:
    [[nodiscard]] AgentMeasurement measurement(double seconds) const
    {
        AgentMeasurement result;
        result.target = m_target.target();
        result.ssh = m_target.ssh();
        result.start.sysroot = m_options.sysroot;
        result.start.ops = "none";
        result.start.periodNs = 10'000'000;
        result.expectedSeconds = seconds;
        return result;
    }

    format::Result<trace::TraceView> record(const AgentMeasurement& measurement)
    {
        return measure(measurement, m_prompter,
                       [this](double share, const std::string& line) { m_bar.update(share, line); });
    }

    [[nodiscard]] bool hasGpu() const
    {
        return std::any_of(m_findings.begin(), m_findings.end(),
                           [](const auto& finding) { return finding.quantity == "gpu.utilization"; });
    }

    /// Uses the target's PyTorch, which needs CUDA; without it the text says that the GPU's sensors are unknown.
    void testGpu()
    {
        AgentMeasurement gpu = measurement(kGpuSeconds);
        gpu.start.command = {"python3", "-m", "stepscope.load", "--seconds", std::to_string(kGpuSeconds)};
        const auto view = record(gpu);
        const auto gpuFindings = view.ok() ? analysis::testSensors(*view) : std::vector<analysis::SensorFinding>();
        m_gpuNote = gpuFindings.empty()
                        ? "The GPU was not tested: this needs a python3 on the target whose PyTorch has CUDA.\n"
                        : "";
        for (const analysis::SensorFinding& finding : gpuFindings) {
            for (analysis::SensorFinding& earlier : m_findings) {
                const bool better = finding.response &&
                                    (!earlier.response || finding.response->explained > earlier.response->explained);
                if (earlier.name == finding.name && better)
                    earlier = finding;
            }
        }
    }

    [[nodiscard]] std::string text() const
    {
        return "\nSelf-test: " + std::to_string(kSeconds) + " s of a load of known shape\n" +
               analysis::toText(m_findings) + kExplanation + m_gpuNote + (m_options.sysroot.empty() ? kStored : "");
    }

    const TargetOptions& m_target;
    const SelfTestOptions& m_options;
    const std::shared_ptr<TerminalPrompter> m_prompter = std::make_shared<TerminalPrompter>();
    ProgressBar m_bar;
    std::vector<analysis::SensorFinding> m_findings;
    std::string m_gpuNote;
};

} // namespace

format::Result<std::string> runSelfTest(const TargetOptions& target, const SelfTestOptions& options)
{
    return SelfTest(target, options).run();
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
    } else {
        measurement.agentWords = {"load", "--work", "10ms", "--seconds", std::to_string(kOverheadSeconds)};
        measurement.expectedSeconds = kOverheadSeconds;
    }
    ProgressBar bar("Overhead on " + measurement.target);
    const trace::TraceView view =
        TRY(measure(measurement, std::make_shared<TerminalPrompter>(),
                    [&bar](double share, const std::string& line) { bar.update(share, line); }));
    const analysis::Overhead overhead = analysis::measureOverhead(view);
    return options.json ? analysis::toJson(overhead) : analysis::toText(overhead);
}

} // namespace stepscope::app
