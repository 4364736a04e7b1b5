#include "remote/agent/system/findcommand.h"

#include "remote/format/clock.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;

namespace {

enum class Candidate { Missing, NotExecutable, Executable };

Candidate inspect(const std::string& path)
{
    struct stat status
    {};
    if (stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode))
        return Candidate::Missing;
    return access(path.c_str(), X_OK) == 0 ? Candidate::Executable : Candidate::NotExecutable;
}

std::string advice(const std::string& command)
{
    if (command.starts_with("python"))
        return "command not found: " + command +
               "; install Python 3 on this machine (sudo apt install python3) or give the full path of "
               "the Python of the training's environment";
    return "command not found: " + command + "; check its spelling, install it on this machine, or give its full path";
}

} // namespace

format::Result<std::string> findCommand(const std::string& command, std::string_view searchPath,
                                        const std::string& folder)
{
    if (command.empty())
        return format::failure(Error::Code::NotFound, "command not found: the command is empty");
    std::string notExecutable;
    if (command.find('/') != std::string::npos) {
        const std::string path = command.front() == '/' ? command : folder + "/" + command;
        const Candidate candidate = inspect(path);
        if (candidate == Candidate::Executable)
            return path;
        if (candidate == Candidate::Missing)
            return format::failure(Error::Code::NotFound, advice(command));
        notExecutable = path;
    }
    while (notExecutable.empty() && !searchPath.empty()) {
        const std::string_view entry = searchPath.substr(0, searchPath.find(':'));
        searchPath.remove_prefix(std::min(entry.size() + 1, searchPath.size()));
        const std::string base = entry.empty()          ? folder
                                 : entry.front() == '/' ? std::string(entry)
                                                        : folder + "/" + std::string(entry);
        const Candidate candidate = inspect(base + "/" + command);
        if (candidate == Candidate::Executable)
            return base + "/" + command;
        if (candidate == Candidate::NotExecutable)
            notExecutable = base + "/" + command;
    }
    if (notExecutable.empty())
        return format::failure(Error::Code::NotFound, advice(command));
    return format::failure(Error::Code::Denied, "Permission denied: " + notExecutable +
                                                    " is not executable; chmod +x it, or name its interpreter first");
}

namespace {

constexpr std::int64_t kVersionTimeout = 2 * format::kSecond;

/// The first output of a command, on either stream.
std::string firstOutput(const std::string& path, const char* option)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        std::string program = path;
        std::string word = option;
        std::array<char*, 3> words{program.data(), word.data(), nullptr};
        execv(path.c_str(), words.data());
        _exit(127);
    }
    close(ends[1]);
    std::string text(256, '\0');
    pollfd waiting{ends[0], POLLIN, 0};
    ssize_t got = 0;
    if (child > 0 && poll(&waiting, 1, static_cast<int>(kVersionTimeout / format::kMillisecond)) > 0)
        got = read(ends[0], text.data(), text.size());
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

} // namespace

std::optional<Python> findPython()
{
    const char* searchPath = std::getenv("PATH");
    for (const char* name : {"python3", "python"}) {
        const auto file = findCommand(name, searchPath == nullptr ? "" : searchPath, "/");
        if (!file)
            continue;
        Python python{*file, ""};
        const std::string text = firstOutput(python.path, "--version");
        constexpr std::string_view kName = "Python ";
        if (text.starts_with(kName))
            python.version = text.substr(kName.size(), text.find_first_of(" \r\n", kName.size()) - kName.size());
        return python;
    }
    return std::nullopt;
}

} // namespace stepscope::agent
