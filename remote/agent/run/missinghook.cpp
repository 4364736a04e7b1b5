#include "remote/agent/run/supervisor.h"
#include "remote/agent/system/training.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <span>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// The file's beginning; empty if the process has ended, or belongs to another user (sudo) and the file is private.
std::string_view readProcess(int process, const char* name, std::span<char> memory)
{
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/%s", process, name);
    const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    std::size_t size = 0;
    while (size < memory.size()) {
        const ssize_t got = read(file, memory.data() + size, memory.size() - size);
        if (got <= 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    close(file);
    return {memory.data(), size};
}

/// The next string of a list that NUL bytes separate; empty at the end.
std::string_view takeWord(std::string_view& list)
{
    const std::string_view word = list.substr(0, list.find('\0'));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    return word;
}

/// False for a process that has ended or belongs to another user.
bool hasProgram(int process)
{
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/exe", process);
    std::array<char, 1> target;
    return readlink(path.data(), target.data(), target.size()) > 0;
}

bool isPython(int process)
{
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/exe", process);
    std::array<char, 4096> target;
    const ssize_t size = readlink(path.data(), target.data(), target.size());
    if (size < 0 && errno == EACCES)
        return readProcess(process, "comm", target).starts_with("python");
    const std::string_view file(target.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return file.substr(file.rfind('/') + 1).starts_with("python");
}

/// An option by which Python does not load the hook: -I (isolated), -E (no environment), -S (no site); 0 = none.
char excludingOption(std::string_view commandLine)
{
    takeWord(commandLine);
    while (commandLine.size() > 1 && commandLine[0] == '-' && commandLine[1] != '-') {
        const std::string_view word = takeWord(commandLine);
        for (std::size_t i = 1; i < word.size(); ++i) {
            if (word[i] == 'I' || word[i] == 'E' || word[i] == 'S')
                return word[i];
            if (word[i] == 'c' || word[i] == 'm')
                return 0; // the program follows
            if (word[i] == 'W' || word[i] == 'X') {
                if (i + 1 == word.size())
                    takeWord(commandLine); // the option's value
                break;
            }
        }
    }
    return 0;
}

/// The value of a variable, if the environment has it.
std::optional<std::string_view> variable(std::string_view environment, std::string_view name)
{
    while (!environment.empty()) {
        const std::string_view entry = takeWord(environment);
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
    }
    return std::nullopt;
}

} // namespace

void MissingHook::look()
{
    ProcessTree tree;
    tree.scan(getpid());
    m_reason = Reason::None;
    m_canLoad = false;
    m_leftover = 0;
    m_isStarting = false;
    for (const int process : tree.processes()) {
        if (process != getpid())
            lookAt(process);
    }
}

void MissingHook::lookAt(int process)
{
    const std::string_view environment = readProcess(process, "environ", m_buffer);
    const bool isCut = environment.size() == m_buffer.size();
    const bool hasVariables = isCut || variable(environment, "STEPSCOPE_SOCKET") == m_socketPath;
    const bool hasPath =
        isCut || variable(environment, "PYTHONPATH").value_or("").find(m_hookFolder) != std::string_view::npos;
    const bool python = isPython(process);
    if (m_leftover == 0 && (python || hasVariables))
        m_leftover = process;
    // The environment reads as empty while the kernel replaces the process's program.
    m_isStarting = m_isStarting || (!python && environment.empty() && hasProgram(process));
    if (!python)
        return;
    m_python = process;
    const char option = excludingOption(readProcess(process, "cmdline", m_buffer));
    const Reason reason = !hasVariables ? Reason::Environment
                          : option != 0 ? Reason::Option
                          : !hasPath    ? Reason::Path
                                        : Reason::None;
    m_canLoad = m_canLoad || reason == Reason::None;
    if (reason != Reason::None) {
        m_reason = m_lastReason = reason;
        m_process = process;
        m_option = option;
    }
}

std::string_view MissingHook::text(bool sawHook, bool sawStep, bool hasEnded)
{
    int size = 0;
    const auto write = [&](const char* form, auto... values) {
        size = std::snprintf(m_text.data(), m_text.size(), form, values...);
    };
    if (hasEnded && m_leftover != 0)
        write("%s: the command has ended, but process %d, which it started, continues in the background. The recording "
              "ends with the command; run the training in the foreground, without nohup, setsid, & or an option that "
              "detaches it.",
              sawStep ? "Further steps are not recorded" : "No steps are recorded", m_leftover);
    else if (sawStep)
        return {};
    else if (m_lastReason == Reason::Environment)
        write("No steps are recorded: process %d runs Python without the hook's environment, which env -i, sudo or a "
              "container has cleared. Let it keep PYTHONPATH and the variables STEPSCOPE_*.",
              m_process);
    else if (m_lastReason == Reason::Option)
        write("No steps are recorded: process %d runs Python with the option -%c, which excludes the hook. Start it "
              "without this option.",
              m_process, m_option);
    else if (m_lastReason == Reason::Path)
        write("No steps are recorded: process %d runs Python with another PYTHONPATH, so it does not find the hook. "
              "Extend the variable instead, as in PYTHONPATH=FOLDER:$PYTHONPATH.",
              m_process);
    else if (!sawHook && m_python != 0)
        write("No steps are recorded: process %d runs Python but did not load the hook or does not reach the agent's "
              "socket, for example from a container; make the run's folder visible to it.",
              m_python);
    else if (!sawHook)
        write("No steps are recorded: no process of the training has loaded the hook, which works in Python 3.6 and "
              "later only.");
    return {m_text.data(), std::min(static_cast<std::size_t>(size), m_text.size() - 1)};
}

} // namespace stepscope::agent
