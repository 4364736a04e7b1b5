#include "app/commands/selftest.h"

#include "analysis/algorithms/selftest.h"
#include "app/capture/agentmeasurement.h"
#include "app/terminal/terminal.h"
#include "app/terminal/terminalprompter.h"

#include <algorithm>
#include <span>
#include <vector>

namespace stepscope::app {
namespace {

/// Some forty edges: enough for 1 ms at samples that are 10 ms apart, and with all around it under 30 s.
constexpr int kSeconds = 20;
constexpr int kGpuSeconds = 12;

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

/// Loads the parts of a target one after the other, and gathers what their sensors did.
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
                                   " was not seen: its phases are missing from what was recorded; try again.");
        if (hasGpu() && !view.header().isVirtual)
            testGpu();
        if (m_options.sysroot.empty())
            TRY(keep(m_target, m_prompter.get(), analysis::toSensorLines(m_findings, view.header().device.board)));
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

    /// By PyTorch, where the target's has CUDA; without one the GPU's sensors stay unknown, and that is said.
    void testGpu()
    {
        AgentMeasurement gpu = measurement(kGpuSeconds);
        gpu.start.command = {"python3", "-m", "stepscope.load", "--seconds", std::to_string(kGpuSeconds)};
        const auto view = record(gpu);
        const auto found = view.ok() ? analysis::testSensors(*view) : std::vector<analysis::SensorFinding>();
        m_gpuNote =
            found.empty() ? "The GPU was not loaded: that takes a python3 on the target whose PyTorch has CUDA.\n" : "";
        for (const analysis::SensorFinding& finding : found) {
            for (analysis::SensorFinding& known : m_findings) {
                const bool better =
                    finding.response && (!known.response || finding.response->explained > known.response->explained);
                if (known.name == finding.name && better)
                    known = finding;
            }
        }
    }

    [[nodiscard]] std::string text() const
    {
        return "\nSelf-test: " + std::to_string(kSeconds) + " s of a load of known shape\n" +
               analysis::toText(m_findings) + kExplanation + m_gpuNote + (m_options.sysroot.empty() ? kKept : "");
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

} // namespace stepscope::app
