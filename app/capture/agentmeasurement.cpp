#include "app/capture/agentmeasurement.h"

#include "analysis/metrics/trainingfailure.h"
#include "app/capture/connection.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace stepscope::app {

using format::Error;
using format::Result;

namespace {

Result<void> removeRun(const AgentMeasurement& measurement, link::Prompter* prompter, const std::string& run,
                       bool isStopped = false)
{
    const auto connection = TRY(Connection::make(measurement.target, measurement.ssh, prompter));
    TRY(connection->connect());
    TRY(connection->deploy({}));
    if (isStopped)
        TRY(connection->runs().stop(run));
    TRY(connection->runs().remove(run));
    return {};
}

/// Ends the run, which may have started although there is no answer to its start, and removes it. `run`: empty = none.
format::Error cancelled(const AgentMeasurement& measurement, link::Prompter* prompter, const std::string& run)
{
    std::string text = "The measurement was cancelled.";
    if (run.empty())
        return format::failure(Error::Code::Cancelled, std::move(text));
    const auto removed = removeRun(measurement, prompter, run, true);
    if (!removed.ok() && removed.error().code != Error::Code::NotFound)
        text = "The measurement was cancelled, but its run " + run + " may go on: " + removed.error().text +
               ". `stepscope runs " + measurement.target + "` lists it.";
    return format::failure(Error::Code::Cancelled, std::move(text));
}

/// One line: what a training of the user printed last, or else that the load did not run to its end.
std::string failureText(const AgentMeasurement& measurement, const trace::TraceView& view)
{
    const std::string start = "The measurement on " + measurement.target + " failed";
    const auto failure = analysis::trainingFailure(view, 1);
    if (!measurement.start.command.empty() && failure && !failure->lastLines.empty())
        return start + " because the training did. " + failure->ending.english() + ": " + failure->lastLines.front();
    const auto& ending = view.ending();
    return start + (ending && ending->hasStatus ? " (exit status " + std::to_string(ending->exitStatus) + ")" : "") +
           ": there is no result; try again while the target is idle.";
}

} // namespace

Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                 const MeasurementReport& report, const std::stop_token& stop)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return format::failure("A temporary folder cannot be created (" + folder.errorString().toStdString() +
                               "): free some space, or set TMPDIR to another folder.");
    std::mutex mutex;
    const auto reportOne = [&](double share, const std::string& line) {
        const std::lock_guard lock(mutex);
        report(share, line);
    };
    std::string run;
    CaptureObserver observer;
    observer.runNamed = [&run](const std::string& name, const std::filesystem::path&) { run = name; };
    observer.progress = [&](const CaptureProgress& progress) {
        if (!progress.text.empty())
            reportOne(-1, progress.text);
    };
    Capture* running = nullptr;
    observer.view = [&](const trace::TraceView& view) {
        const bool known = measurement.expectedSeconds > 0;
        reportOne(known ? std::min(view.extent().seconds() / measurement.expectedSeconds, 1.0) : -1, "measuring");
        if (stop.stop_requested())
            running->stopTraining(); // the first request may have failed
    };
    if (stop.stop_requested())
        return cancelled(measurement, prompter.get(), {});
    CaptureOptions options;
    options.target = measurement.target;
    options.ssh = measurement.ssh;
    options.start = measurement.start;
    options.agentWords = measurement.agentWords;
    options.recording = folder.filePath("measurement.stepscope").toStdString();
    Capture capture(std::move(options), prompter, observer);
    running = &capture;
    const auto captured = [&] {
        const std::stop_callback stopping(stop, [&capture] {
            if (!capture.stopTraining())
                capture.leave();
        });
        return capture.run();
    }();
    if (stop.stop_requested())
        return cancelled(measurement, prompter.get(), run);
    const CaptureOutcome outcome = TRY(captured);
    TRY(removeRun(measurement, prompter.get(), outcome.run));
    const auto& ending = outcome.view.ending();
    if (!ending || !ending->hasStatus || ending->exitStatus != 0)
        return format::failure(failureText(measurement, outcome.view));
    return outcome.view;
}

namespace {

constexpr int kGpuSeconds = 12;

/// Runs a load on the CPU, then on the GPU, and collects the response of each sensor.
class SelfTest
{
public:
    SelfTest(AgentMeasurement base, std::shared_ptr<link::Prompter> prompter, const MeasurementReport& report,
             const std::stop_token& stop)
        : m_base(std::move(base))
        , m_prompter(std::move(prompter))
        , m_report(report)
        , m_stop(stop)
    {}

    Result<SelfTestResult> run()
    {
        AgentMeasurement processor = m_base;
        processor.expectedSeconds = kSelfTestSeconds;
        processor.agentWords = {"load", "--seconds", std::to_string(kSelfTestSeconds)};
        const trace::TraceView view = TRY(measure(processor, m_prompter, m_report, m_stop));
        m_result.findings = analysis::testSensors(view);
        if (m_result.findings.empty())
            return format::failure("The load on " + m_base.target +
                                   " is not visible in the recording: its phases are missing; try again.");
        if (hasGpu() && !view.header().isVirtual)
            testGpu();
        if (m_stop.stop_requested())
            return format::failure(Error::Code::Cancelled, "The self-test was cancelled.");
        if (m_base.start.sysroot.empty()) {
            TRY(store(analysis::toSensorLines(m_result.findings, view.header().device.board)));
            m_result.isStored = true;
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool hasGpu() const
    {
        return std::any_of(m_result.findings.begin(), m_result.findings.end(),
                           [](const auto& finding) { return finding.quantity == "gpu.utilization"; });
    }

    /// Uses the target's PyTorch, which needs CUDA; without it the note says that the GPU's sensors are unknown.
    void testGpu()
    {
        AgentMeasurement gpu = m_base;
        gpu.expectedSeconds = kGpuSeconds;
        gpu.start.command = {"python3", "-m", "stepscope.load", "--seconds", std::to_string(kGpuSeconds)};
        const auto view = measure(gpu, m_prompter, m_report, m_stop);
        const auto gpuFindings = view.ok() ? analysis::testSensors(*view) : std::vector<analysis::SensorFinding>();
        if (gpuFindings.empty())
            m_result.gpuNote = "The GPU was not tested: this needs a python3 on the target whose PyTorch has CUDA.";
        for (const analysis::SensorFinding& finding : gpuFindings) {
            for (analysis::SensorFinding& earlier : m_result.findings) {
                const bool better = finding.response &&
                                    (!earlier.response || finding.response->explained > earlier.response->explained);
                if (earlier.name == finding.name && better)
                    earlier = finding;
            }
        }
    }

    Result<void> store(const std::string& lines)
    {
        const auto connection = TRY(Connection::make(m_base.target, m_base.ssh, m_prompter.get()));
        TRY(connection->connect());
        TRY(connection->deploy({}));
        return connection->transport().upload(".stepscope/sensors", std::as_bytes(std::span(lines)), 0600, {});
    }

    AgentMeasurement m_base;
    std::shared_ptr<link::Prompter> m_prompter;
    const MeasurementReport& m_report;
    const std::stop_token& m_stop;
    SelfTestResult m_result;
};

} // namespace

Result<SelfTestResult> runSelfTest(const std::string& target, const link::SshOptions& ssh, const std::string& sysroot,
                                   std::shared_ptr<link::Prompter> prompter, const MeasurementReport& report,
                                   const std::stop_token& stop)
{
    AgentMeasurement base;
    base.target = target;
    base.ssh = ssh;
    base.start.sysroot = sysroot;
    base.start.ops = "none";
    base.start.periodNs = 10'000'000;
    return SelfTest(std::move(base), std::move(prompter), report, stop).run();
}

} // namespace stepscope::app
