#include "app/capture/agentmeasurement.h"

#include <QTemporaryDir>

#include <algorithm>

namespace stepscope::app {

using format::Result;

namespace {

Result<void> removeRun(const AgentMeasurement& measurement, link::Prompter* prompter, const std::string& run)
{
    const auto connection = TRY(Connection::make(measurement.target, measurement.ssh, prompter));
    TRY(connection->connect());
    TRY(connection->deploy({}));
    TRY(connection->runs().remove(run));
    return {};
}

} // namespace

Result<trace::TraceView> measure(const AgentMeasurement& measurement, std::shared_ptr<link::Prompter> prompter,
                                 const std::function<void(double share, const std::string& line)>& report)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return format::failure("A temporary folder cannot be created (" + folder.errorString().toStdString() +
                               "): free some space, or set TMPDIR to another folder.");
    CaptureOptions options;
    options.target = measurement.target;
    options.ssh = measurement.ssh;
    options.start = measurement.start;
    options.agentWords = measurement.agentWords;
    options.recording = folder.filePath("measurement.stepscope").toStdString();
    CaptureObserver observer;
    double seconds = 0;
    observer.progress = [&](const CaptureProgress& progress) {
        if (progress.phase != CaptureProgress::Phase::Streaming)
            report(-1, progress.text);
    };
    observer.view = [&](const trace::TraceView& view) {
        seconds = view.extent().seconds();
        const bool known = measurement.expectedSeconds > 0;
        report(known ? std::min(seconds / measurement.expectedSeconds, 1.0) : -1, "measuring");
    };
    const CaptureOutcome outcome = TRY(Capture(std::move(options), prompter, observer).run());
    TRY(removeRun(measurement, prompter.get(), outcome.run));
    const auto& ending = outcome.view.ending();
    if (!ending || ending->exitStatus != 0)
        return format::failure("The measurement on " + measurement.target + " failed" +
                               (ending ? " (exit status " + std::to_string(ending->exitStatus) + ")" : "") +
                               ": there is no result; try again while the target is idle.");
    return outcome.view;
}

} // namespace stepscope::app
