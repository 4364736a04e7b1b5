#include "remote/link/run/runinfo.h"

#include "remote/link/transport/plainline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace stepscope::link {

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
    return text;
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
        words.push_back(word.get_ref<const std::string&>());
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

} // namespace

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

Result<StartedRun> readStartedRun(const json& object)
{
    StartedRun started;
    started.run = TRY(readRunName(object));
    started.spool = TRY(readText(object, "spool"));
    started.process = TRY(readInteger(object, "pid", 1));
    return started;
}

} // namespace stepscope::link
