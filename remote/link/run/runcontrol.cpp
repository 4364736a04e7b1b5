#include "remote/link/run/runcontrol.h"

#include "remote/format/clock.h"
#include "remote/format/plaintext.h"
#include "remote/link/run/agentfailure.h"
#include "remote/link/transport/plainline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

namespace stepscope::link {

using format::Error;
using nlohmann::json;

namespace {

/// Probing reads slow sensors, and stopping waits for the end of the training.
constexpr std::chrono::seconds kAgentCommandTime{60};

/// Of each list in the answer to `probe`: the time of what describes them grows with the square of their number.
constexpr std::size_t kMostEntries = 4096;

bool hasTooMany(const json& probe)
{
    const auto isLong = [](const json& object, const char* key) {
        const auto list = object.find(key);
        return list != object.end() && list->is_array() && list->size() > kMostEntries;
    };
    const auto device = probe.find("device");
    return isLong(probe, "sources") || isLong(probe, "channels") ||
           (device != probe.end() && device->is_object() && isLong(*device, "cores"));
}

std::string periodText(std::int64_t nanoseconds)
{
    if (nanoseconds % format::kMillisecond == 0)
        return std::to_string(nanoseconds / format::kMillisecond) + "ms";
    return std::to_string(nanoseconds / format::kMicrosecond) + "us";
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
    addOption(command, "run", options.run);
    addOption(command, "label", options.label);
    addOption(command, "secrets", options.keepsSecrets ? "keep" : "");
    addOption(command, "others", options.refusesOthers ? "refuse" : "");
    addOption(command, "power", options.power);
    addOption(command, "with", options.profiler);
    for (const auto& [name, value] : options.environment)
        addOption(command, "env", name + '=' + value);
    command += " --";
    for (const std::string& word : options.command)
        command += ' ' + shellQuoted(word);
    return command;
}

bool isInUse(const Error& error)
{
    return error.text.find("the device is in use by run ") != std::string::npos;
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
    if (hasTooMany(answer))
        return format::failure(Error::Code::Corrupt, m_transport.name() + ": the agent describes more than " +
                                                         std::to_string(kMostEntries) +
                                                         " cores, sources or channels; the device is not trustworthy");
    answer["virtual"] = !tree.empty();
    return answer;
}

Result<json> RunControl::snapshot(const std::string& sysroot)
{
    std::string command = shellQuoted(m_agentPath) + " snapshot";
    addOption(command, "sysroot", sysroot.empty() ? m_transport.sysroot() : sysroot);
    json answer = TRY(ask(command));
    if (!answer.is_object())
        return format::failure(Error::Code::Corrupt,
                               m_transport.name() + ": the agent's answer to snapshot is not a JSON object; agent and "
                                                    "program may be of different versions");
    return answer;
}

Result<json> RunControl::power(const std::vector<std::string>& settings)
{
    std::string command = shellQuoted(m_agentPath) + " power";
    addOption(command, "sysroot", m_transport.sysroot());
    for (const std::string& setting : settings)
        addOption(command, "power", setting);
    return ask(command);
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

Result<void> RunControl::noteReceived(const std::string& run, std::uint64_t bytes)
{
    TRY(checkRunName(run));
    TRY(ask(shellQuoted(m_agentPath) + " received " + shellQuoted(run) + " --bytes " + std::to_string(bytes)));
    return {};
}

Result<CleanedTarget> RunControl::clean(bool all)
{
    return readCleanedTarget(TRY(ask(shellQuoted(m_agentPath) + " clean --runs " + (all ? "all" : "received"))));
}

Result<CleanedTarget> RunControl::planCleaning(bool all)
{
    return readCleanedTarget(
        TRY(ask(shellQuoted(m_agentPath) + " clean --mode plan --runs " + (all ? "all" : "received"))));
}

Result<RunState> RunControl::command(const char* verb, const std::string& run)
{
    TRY(checkRunName(run));
    return readRunState(TRY(ask(shellQuoted(m_agentPath) + ' ' + verb + ' ' + shellQuoted(run))));
}

using format::Error;

namespace {

constexpr std::size_t kMaxOutput = 16 * 1024 * 1024;
constexpr std::size_t kPartSize = 64 * 1024;

} // namespace

Result<CommandOutput> runToEnd(ByteStream& stream, std::chrono::milliseconds timeout)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + timeout;
    std::vector<std::byte> part(kPartSize);
    std::string output;
    while (!stream.finished()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0)
            return format::failure(Error::Code::Disconnected,
                                   "a command on the target took longer than " + std::to_string(timeout.count()) +
                                       " ms and was abandoned; the device may be overloaded");
        const std::size_t size = TRY(stream.read(part, left));
        if (output.size() + size > kMaxOutput)
            return format::failure(Error::Code::Corrupt,
                                   "a command on the target printed more than 16 MiB instead of a "
                                   "short answer; check what its login shell prints");
        output.append(reinterpret_cast<const char*>(part.data()), size);
    }
    CommandOutput result = stream.ending();
    result.standardOutput = std::move(output);
    return result;
}

using format::Error;
using format::Result;
using nlohmann::json;

namespace {

constexpr std::size_t kMaxText = 64 * 1024;
constexpr std::size_t kMaxRunName = 128;

Error invalidField(std::string_view key)
{
    return format::failure(Error::Code::Corrupt, "the agent's answer is invalid: '" + std::string(key) +
                                                     "' is missing or of the wrong type; agent and program may be of "
                                                     "different versions");
}

bool isRunName(const std::string& run)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    return !run.empty() && run.size() <= kMaxRunName && isPlain(run.front()) &&
           std::all_of(run.begin(), run.end(), [&](char c) { return isPlain(c) || c == '.' || c == '-' || c == '_'; });
}

/// Null if the key is missing or the value is not an object.
const json* find(const json& object, std::string_view key)
{
    if (!object.is_object())
        return nullptr;
    const auto field = object.find(key);
    return field == object.end() ? nullptr : &*field;
}

Result<std::string> readText(const json& object, std::string_view key)
{
    const json* value = find(object, key);
    if (value == nullptr || !value->is_string())
        return invalidField(key);
    const auto& text = value->get_ref<const std::string&>();
    if (text.size() > kMaxText || text.find('\0') != std::string::npos)
        return invalidField(key);
    return format::plainText(text);
}

Result<std::int64_t> readInteger(const json& object, std::string_view key, std::int64_t least)
{
    const json* value = find(object, key);
    if (value == nullptr || !value->is_number_integer())
        return invalidField(key);
    if (value->is_number_unsigned() &&
        value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return invalidField(key);
    const auto number = value->get<std::int64_t>();
    return number < least ? Result<std::int64_t>(invalidField(key)) : Result<std::int64_t>(number);
}

/// False if the key is missing.
bool readFlag(const json& object, std::string_view key)
{
    const json* value = find(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

Result<std::string> readRunName(const json& object)
{
    std::string run = TRY(readText(object, "run"));
    if (!isRunName(run))
        return invalidField("run");
    return run;
}

Result<std::vector<std::string>> readCommand(const json& object)
{
    const json* value = find(object, "command");
    if (value == nullptr || !value->is_array())
        return invalidField("command");
    std::vector<std::string> words;
    for (const json& word : *value) {
        if (!word.is_string())
            return invalidField("command");
        words.push_back(format::plainText(word.get_ref<const std::string&>()));
    }
    return words;
}

Result<std::optional<int>> readExitStatus(const json& object)
{
    const json* value = find(object, "exit_status");
    if (value == nullptr || value->is_null())
        return std::optional<int>();
    const auto number = TRY(readInteger(object, "exit_status", std::numeric_limits<int>::min()));
    if (number > std::numeric_limits<int>::max())
        return invalidField("exit_status");
    return std::optional<int>(static_cast<int>(number));
}

/// Of a hostile target, too, at most so many small names that cannot leave a folder.
Result<std::vector<ProfileFile>> readProfiles(const json& object)
{
    constexpr std::size_t kMost = 64;
    std::vector<ProfileFile> files;
    const json* list = find(object, "profiles");
    if (list == nullptr)
        return files;
    if (!list->is_array() || list->size() > kMost)
        return invalidField("profiles");
    for (const json& entry : *list) {
        ProfileFile file;
        file.path = TRY(readText(entry, "path"));
        file.name = file.path.substr(file.path.rfind('/') + 1);
        file.bytes = static_cast<std::uint64_t>(TRY(readInteger(entry, "bytes", 0)));
        if (!file.path.starts_with('/') || !isRunName(file.name))
            return invalidField("profiles");
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace

std::string newRunName()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &local);
    std::array<char, 8> suffix{};
    std::snprintf(suffix.data(), suffix.size(), "-%04x", std::random_device{}() & 0xFFFFU);
    return std::string(stamp.data()) + suffix.data();
}

Result<void> checkRunName(const std::string& run)
{
    if (isRunName(run))
        return {};
    std::string text = "'";
    text.append(plainLine(run)).append("' is not the name of a run; `stepscope runs` lists them");
    return format::failure(Error::Code::Usage, std::move(text));
}

Result<RunState> readRunState(const json& object)
{
    const std::string state = TRY(readText(object, "state"));
    if (state == "running")
        return RunState::Running;
    if (state == "ended")
        return RunState::Ended;
    if (state == "crashed")
        return RunState::Crashed;
    return invalidField("state");
}

Result<RunInfo> readRunInfo(const json& object)
{
    RunInfo info;
    info.run = TRY(readRunName(object));
    info.state = TRY(readRunState(object));
    info.command = TRY(readCommand(object));
    info.startedRealtimeNs = TRY(readInteger(object, "started_realtime_ns", 0));
    info.bytes = static_cast<std::uint64_t>(TRY(readInteger(object, "bytes", 0)));
    info.exitStatus = TRY(readExitStatus(object));
    info.spool = TRY(readText(object, "spool"));
    if (object.contains("label"))
        info.label = TRY(readText(object, "label"));
    if (object.contains("disk_bytes"))
        info.diskBytes = static_cast<std::uint64_t>(TRY(readInteger(object, "disk_bytes", 0)));
    info.isReceived = readFlag(object, "received");
    info.isOrphan = readFlag(object, "orphan");
    info.profiles = TRY(readProfiles(object));
    return info;
}

Result<std::vector<RunInfo>> readRunList(const json& array)
{
    if (!array.is_array())
        return invalidField("list of runs");
    std::vector<RunInfo> runs;
    for (const json& entry : array)
        runs.push_back(TRY(readRunInfo(entry)));
    return runs;
}

Result<CleanedTarget> readCleanedTarget(const json& object)
{
    CleanedTarget cleaned;
    cleaned.runs = static_cast<std::uint64_t>(TRY(readInteger(object, "runs", 0)));
    cleaned.files = static_cast<std::uint64_t>(TRY(readInteger(object, "files", 0)));
    cleaned.bytes = static_cast<std::uint64_t>(TRY(readInteger(object, "bytes", 0)));
    const json* names = find(object, "names");
    if (names == nullptr || !names->is_array())
        return invalidField("names");
    for (const json& name : *names) {
        if (!name.is_string() || !isRunName(name.get_ref<const std::string&>()))
            return invalidField("names");
        cleaned.names.push_back(name.get<std::string>());
    }
    return cleaned;
}

Result<StartedRun> readStartedRun(const json& object)
{
    StartedRun started;
    started.run = TRY(readRunName(object));
    started.spool = TRY(readText(object, "spool"));
    started.process = TRY(readInteger(object, "pid", 1));
    return started;
}

} // namespace stepscope::link
