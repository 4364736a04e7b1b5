#include "remote/simulator/command.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <sys/prctl.h>

namespace stepscope::simulator {

using format::Error;
using format::Result;

namespace {

bool isListed(std::string_view options, std::string_view name)
{
    while (!options.empty()) {
        const std::string_view option = options.substr(0, options.find(' '));
        options.remove_prefix(std::min(option.size() + 1, options.size()));
        if (option == name)
            return true;
    }
    return false;
}

} // namespace

Command Command::fromLine(std::string_view line)
{
    Command command;
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find_first_of(" \n"));
        line.remove_prefix(std::min(word.size() + 1, line.size()));
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos)
            command.m_values[std::string(word.substr(0, equals))] = word.substr(equals + 1);
        else if (!word.empty() && command.m_verb.empty())
            command.m_verb = word;
    }
    return command;
}

Result<Command> Command::fromArguments(int count, char** arguments, std::string_view options)
{
    Command command(count > 1 ? arguments[1] : "");
    for (int i = 2; i < count; ++i) {
        const std::string_view word = arguments[i];
        const std::size_t equals = word.find('=');
        const std::string name(word.substr(std::min<std::size_t>(2, word.size()), equals - 2));
        if (!word.starts_with("--") || !isListed(options, name))
            return format::failure(Error::Code::Usage,
                                   "'" + std::string(word) + "' is not an option of this command; see --help");
        if (equals != std::string_view::npos)
            command.set(name, std::string(word.substr(equals + 1)));
        else if (i + 1 < count)
            command.set(name, arguments[++i]);
        else
            return format::failure(Error::Code::Usage, "--" + name + " needs a value");
    }
    return command;
}

std::string Command::text(const std::string& name, const std::string& defaultValue) const
{
    const auto entry = m_values.find(name);
    return entry == m_values.end() ? defaultValue : entry->second;
}

Result<std::int64_t> Command::integer(const std::string& name, std::int64_t defaultValue, std::int64_t least,
                                      std::int64_t most) const
{
    const auto entry = m_values.find(name);
    if (entry == m_values.end())
        return defaultValue;
    const std::string& text = entry->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return format::failure(Error::Code::Usage, name + "=" + text + ": a number from " + std::to_string(least) +
                                                       " to " + std::to_string(most) + " is needed");
    return value;
}

Result<std::int64_t> Command::milliseconds(const std::string& name, std::int64_t defaultNs) const
{
    const auto entry = m_values.find(name);
    if (entry == m_values.end())
        return defaultNs;
    std::string_view text = entry->second;
    if (text.ends_with("ms"))
        text.remove_suffix(2);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 10'000;
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > kMost)
        return format::failure(Error::Code::Usage,
                               name + "=" + entry->second + ": a time in milliseconds, 0 to 10000, is needed");
    return std::llround(value * static_cast<double>(format::kMillisecond));
}

std::string Command::line() const
{
    std::string text = m_verb;
    for (const auto& [name, value] : m_values)
        text += " " + name + "=" + value;
    return text + "\n";
}

namespace {

volatile std::sig_atomic_t endSignal = 0;

} // namespace

void installEndHandlers()
{
    struct sigaction action
    {};
    action.sa_handler = [](int) { endSignal = 1; };
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

bool endRequested()
{
    return endSignal != 0;
}

} // namespace stepscope::simulator
