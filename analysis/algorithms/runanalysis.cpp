#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {
namespace {

std::string deviceText(const trace::RunHeader& header)
{
    const trace::Device& device = header.device;
    std::string text = device.hostname.empty() ? "an unnamed device" : device.hostname;
    const std::string what = device.board.empty() ? device.model : device.board;
    std::string details = what.empty() ? device.machine : what;
    if (!device.l4t.empty())
        details += (details.empty() ? "L4T " : ", L4T ") + device.l4t;
    if (!device.powerMode.empty())
        details += (details.empty() ? "power mode " : ", power mode ") + device.powerMode;
    if (device.clocksLocked.value_or(false))
        details += details.empty() ? "clocks locked" : ", clocks locked";
    return details.empty() ? text : text + " (" + details + ")";
}

std::string commandText(const std::vector<std::string>& command)
{
    std::string text;
    for (const std::string& argument : command) {
        const bool plain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$") == std::string::npos;
        text += (text.empty() ? "" : " ") + (plain ? argument : "'" + argument + "'");
    }
    return text;
}

std::string endingText(const Report& report)
{
    if (!report.ending)
        return "no: the run still goes on, or the recording is cut off";
    const trace::RunEnding& ending = *report.ending;
    if (ending.state == "failed")
        return "the command could not be started: " + ending.reason;
    std::string text = ending.signal != 0 ? "by signal " + std::to_string(ending.signal)
                                          : "exit status " + std::to_string(ending.exitStatus);
    if (ending.state == "stopped")
        text = "stopped by a person, " + text;
    return text + ", after " + durationText(report.extent.seconds());
}

std::string windowText(const Report& report)
{
    const std::string length = durationText(report.summary.range.seconds());
    if (report.wholeRecording)
        return "the whole recording, " + length + ": no steps were marked by which to choose";
    std::string text = countText(report.summary.steps) + " of " + countText(report.markedSteps) + " steps, " + length;
    if (report.skippedSteps > 0)
        text += "; the first " + countText(report.skippedSteps) + " are left out";
    return text;
}

class RunAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        report.markedSteps = view.stepCount();
    }

    void writeJson(const Report& report, Json& json) const override
    {
        const trace::RunHeader& header = report.header;
        const trace::Device& device = header.device;
        Json cores = Json::array();
        for (const trace::Core& core : device.cores)
            cores.push_back({{"core", core.core}, {"cluster", core.cluster}});
        json["device"] = {{"hostname", device.hostname},
                          {"board", device.board},
                          {"model", device.model},
                          {"soc", device.soc},
                          {"l4t", device.l4t},
                          {"jetpack", device.jetpack},
                          {"power_mode", device.powerMode},
                          {"clocks_locked", device.clocksLocked ? Json(*device.clocksLocked) : Json()},
                          {"kernel", device.kernel},
                          {"machine", device.machine},
                          {"virtual", header.isVirtual},
                          {"memory_bytes", orNullIfZero(device.memoryBytes)},
                          {"cores", std::move(cores)}};
        json["run"] = runJson(report);
        json["window"] = {{"start_ns", report.summary.range.begin},
                          {"end_ns", report.summary.range.end},
                          {"seconds", report.summary.range.seconds()},
                          {"skipped_steps", report.skippedSteps},
                          {"steps", report.summary.steps},
                          {"whole_recording", report.wholeRecording}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const trace::RunHeader& header = report.header;
        page.heading("Training on " + deviceText(header) + (header.run.empty() ? "" : ", run " + header.run));
        if (header.isVirtual)
            page.line("SIMULATED", "The board is a simulated one: no figure below was measured on hardware.");
        page.line("command", commandText(header.command));
        page.line("ended", endingText(report));
        page.line("figures are of", windowText(report));
    }

private:
    static Json runJson(const Report& report)
    {
        const trace::RunHeader& header = report.header;
        Json run = {{"id", header.run},
                    {"command", header.command},
                    {"working_directory", header.workingDirectory},
                    {"agent_version", header.agentVersion},
                    {"period_ns", orNullIfZero(header.periodNs)},
                    {"start_ns", header.startMonotonic},
                    {"start_realtime_ns", orNullIfZero(header.startRealtime)},
                    {"seconds", report.extent.seconds()},
                    {"state", "unfinished"},
                    {"exit_status", nullptr},
                    {"signal", nullptr}};
        if (report.ending) {
            run["state"] = report.ending->state;
            run["reason"] = report.ending->reason;
            run["signal"] = orNullIfZero(report.ending->signal);
            if (report.ending->state != "failed")
                run["exit_status"] = report.ending->exitStatus;
        }
        return run;
    }
};

} // namespace

std::unique_ptr<Analysis> makeRunAnalysis()
{
    return std::make_unique<RunAnalysis>();
}

} // namespace stepscope::analysis
