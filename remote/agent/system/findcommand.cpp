#include "remote/agent/system/findcommand.h"

#include <sys/stat.h>
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

} // namespace stepscope::agent
