#include "app/capture/agentmeasurement.h"

#include "remote/link/transport/plainline.h"

#include <QTemporaryDir>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

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

const nlohmann::json& probeField(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json nothing;
    const auto field = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && field != object.end() ? *field : nothing;
}

std::string probeText(const nlohmann::json& object, const char* key)
{
    const nlohmann::json& value = probeField(object, key);
    return value.is_string() ? link::plainLine(value.get<std::string>()) : std::string();
}

std::string coresText(const nlohmann::json& device)
{
    std::vector<std::pair<std::string, int>> clusters;
    const nlohmann::json& cores = probeField(device, "cores");
    for (const nlohmann::json& core : cores.is_array() ? cores : nlohmann::json::array()) {
        const std::string name = probeText(core, "cluster");
        const auto cluster =
            std::find_if(clusters.begin(), clusters.end(), [&](const auto& c) { return c.first == name; });
        if (cluster == clusters.end())
            clusters.emplace_back(name, 1);
        else
            ++cluster->second;
    }
    std::string result;
    for (const auto& [name, count] : clusters)
        result += (result.empty() ? "" : " + ") + std::to_string(count) + " x " + (name.empty() ? "core" : name);
    return result;
}

} // namespace stepscope::app
