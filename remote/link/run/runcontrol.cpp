#include "remote/link/run/runcontrol.h"

#include "remote/link/run/agentfailure.h"
#include "remote/link/transport/plainline.h"
#include "remote/link/transport/quote.h"

#include <nlohmann/json.hpp>

namespace stepscope::link {

using format::Error;
using nlohmann::json;

namespace {

/// Probing reads slow sensors, and stopping waits for the end of the training.
constexpr std::chrono::seconds kAgentCommandTime{60};

std::string periodText(std::int64_t nanoseconds)
{
    constexpr std::int64_t kMillisecond = 1'000'000;
    constexpr std::int64_t kMicrosecond = 1'000;
    if (nanoseconds % kMillisecond == 0)
        return std::to_string(nanoseconds / kMillisecond) + "ms";
    return std::to_string(nanoseconds / kMicrosecond) + "us";
}

void addOption(std::string& command, const char* name, const std::string& value)
{
    if (!value.empty())
        command += std::string(" --") + name + ' ' + shellQuoted(value);
}

} // namespace

std::string startCommand(const std::string& agentPath, const StartOptions& options)
{
    std::string command = shellQuoted(agentPath) + " start";
    addOption(command, "period", options.periodNs > 0 ? periodText(options.periodNs) : "");
    addOption(command, "pause-blocks", options.pauseNs > 0 ? periodText(options.pauseNs) : "");
    addOption(command, "ops", options.ops);
    addOption(command, "spool", options.spoolFolder);
    addOption(command, "spool-limit", options.spoolLimitBytes > 0 ? std::to_string(options.spoolLimitBytes) : "");
    addOption(command, "cwd", options.workingFolder);
    addOption(command, "sysroot", options.sysroot);
    for (const auto& [name, value] : options.environment)
        addOption(command, "env", name + '=' + value);
    command += " --";
    for (const std::string& word : options.command)
        command += ' ' + shellQuoted(word);
    return command;
}

RunControl::RunControl(Transport& transport, std::string agentPath)
    : m_transport(transport)
    , m_agentPath(std::move(agentPath))
{}

Result<json> RunControl::ask(const std::string& command)
{
    const CommandOutput output = TRY(m_transport.run(command, kAgentCommandTime));
    json answer = json::parse(output.standardOutput, nullptr, false);
    if (output.exitStatus != 0)
        return agentFailure(m_transport.name(), output);
    if (answer.is_discarded())
        return format::failure(Error::Code::Corrupt, m_transport.name() + ": the agent's answer is not JSON (" +
                                                         plainLine(output.standardOutput) +
                                                         "); check that the login shell prints no text");
    return answer;
}

Result<json> RunControl::probe(const std::string& sysroot)
{
    std::string command = shellQuoted(m_agentPath) + " probe";
    const std::string tree = sysroot.empty() ? m_transport.sysroot() : sysroot;
    addOption(command, "sysroot", tree);
    json answer = TRY(ask(command));
    if (!answer.is_object())
        return format::failure(Error::Code::Corrupt,
                               m_transport.name() + ": the agent's answer to probe is not a JSON object; agent and "
                                                    "program may be of different versions");
    answer["virtual"] = !tree.empty();
    return answer;
}

Result<StartedRun> RunControl::start(const StartOptions& options)
{
    if (options.command.empty())
        return format::failure(Error::Code::Usage, "there is no command to run; write it after --");
    StartOptions complete = options;
    if (complete.sysroot.empty())
        complete.sysroot = m_transport.sysroot();
    return readStartedRun(TRY(ask(startCommand(m_agentPath, complete))));
}

Result<std::vector<RunInfo>> RunControl::list()
{
    return readRunList(TRY(ask(shellQuoted(m_agentPath) + " list")));
}

Result<RunState> RunControl::stop(const std::string& run)
{
    return command("stop", run);
}

Result<RunState> RunControl::remove(const std::string& run)
{
    return command("remove", run);
}

Result<RunState> RunControl::command(const char* verb, const std::string& run)
{
    TRY(checkRunName(run));
    return readRunState(TRY(ask(shellQuoted(m_agentPath) + ' ' + verb + ' ' + shellQuoted(run))));
}

} // namespace stepscope::link
