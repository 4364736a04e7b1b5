#include "remote/agent/run/launcher.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr int kPipeSize = 1 << 20;

void setVariable(std::vector<std::string>& environment, const std::string& name, const std::string& value)
{
    std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    environment.push_back(name + "=" + value);
}

std::vector<char*> pointers(const std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (const std::string& word : words)
        result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
}

void usualSignals()
{
    for (int signal = 1; signal < NSIG; ++signal) {
        if (signal != SIGKILL && signal != SIGSTOP)
            ::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

struct Prepared
{
    const char* program;
    const char* folder;
    char* const* words;
    char* const* shellWords;
    char* const* environment;
    int output;
    int error;
    int devNull;
    int report;
};

/// Runs in the child: only async-signal-safe calls between fork and exec.
[[noreturn]] void becomeTraining(const Prepared& prepared)
{
    setpgid(0, 0);
    usualSignals();
    dup2(prepared.devNull, STDIN_FILENO);
    dup2(prepared.output, STDOUT_FILENO);
    dup2(prepared.error, STDERR_FILENO);
    if (chdir(prepared.folder) == 0) {
        execve(prepared.program, prepared.words, prepared.environment);
        // A script without #! is run by the shell, as execvp(3) does.
        if (errno == ENOEXEC)
            execve("/bin/sh", prepared.shellWords, prepared.environment);
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t wrote = write(prepared.report, &error, sizeof error);
    _exit(127);
}

} // namespace

Result<void> OutputPipes::open()
{
    if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(error.data(), O_CLOEXEC) != 0)
        return format::failure(std::string("pipes for the training's output cannot be created: ") +
                               std::strerror(errno));
    for (const int reading : {output[0], error[0]}) {
        fcntl(reading, F_SETFL, O_NONBLOCK);
        // A larger buffer, so that the training does not block while the agent is busy.
        fcntl(reading, F_SETPIPE_SZ, kPipeSize);
    }
    return {};
}

void OutputPipes::closeWritingEnds()
{
    for (int* end : {&output[1], &error[1]}) {
        if (*end >= 0)
            close(*end);
        *end = -1;
    }
}

std::vector<std::string> trainingEnvironment(const Options& options, const std::string& hookFolder,
                                             const std::string& socketPath, const std::string& suiteFolder)
{
    std::vector<std::string> environment;
    for (char** entry = environ; *entry != nullptr; ++entry)
        environment.emplace_back(*entry);
    for (const auto& [name, value] : options.environment)
        setVariable(environment, name, value);
    // Variables of an enclosing run, whose agent must not receive this run's data.
    for (const char* foreign :
         {"STEPSCOPE_ROOT_PID=", "STEPSCOPE_SOCKET=", "STEPSCOPE_HOOK=", "STEPSCOPE_OPS=", "STEPSCOPE_CUDA="})
        std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(foreign); });
    for (const std::string& folder : {suiteFolder, hookFolder}) {
        const std::string path = environmentValue(environment, "PYTHONPATH");
        if (!folder.empty())
            setVariable(environment, "PYTHONPATH", path.empty() ? folder : folder + ":" + path);
    }
    if (hookFolder.empty())
        return environment;
    setVariable(environment, "STEPSCOPE_SOCKET", socketPath);
    setVariable(environment, "STEPSCOPE_OPS", options.ops);
    setVariable(environment, "STEPSCOPE_HOOK", hookFolder);
    if (!options.profiler.empty())
        setVariable(environment, "STEPSCOPE_CUDA", "off"); // CUPTI permits one subscriber
    return environment;
}

std::string environmentValue(const std::vector<std::string>& environment, std::string_view name)
{
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
    }
    return {};
}

Result<int> launch(const std::string& program, const std::vector<std::string>& words,
                   const std::vector<std::string>& environment, const std::string& folder, const OutputPipes& pipes)
{
    std::array<int, 2> report{};
    const int devNull = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (devNull < 0 || pipe2(report.data(), O_CLOEXEC) != 0)
        return format::failure(std::string("the training cannot be started: ") + std::strerror(errno));
    std::vector<std::string> shell{"/bin/sh", program};
    shell.insert(shell.end(), words.begin() + 1, words.end());
    const std::vector<char*> wordPointers = pointers(words);
    const std::vector<char*> shellPointers = pointers(shell);
    const std::vector<char*> environmentPointers = pointers(environment);
    const Prepared prepared{program.c_str(),
                            folder.c_str(),
                            wordPointers.data(),
                            shellPointers.data(),
                            environmentPointers.data(),
                            pipes.output[1],
                            pipes.error[1],
                            devNull,
                            report[1]};
    const pid_t child = fork();
    if (child == 0)
        becomeTraining(prepared);
    close(report[1]);
    close(devNull);
    int error = child < 0 ? errno : 0;
    // End of file: exec() succeeded and closed the other end.
    const bool failed = child < 0 || read(report[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error);
    close(report[0]);
    if (!failed)
        return static_cast<int>(child);
    if (child > 0)
        waitpid(child, nullptr, 0);
    return format::failure(error == EACCES ? Error::Code::Denied : Error::Code::Failed,
                           program + " cannot be executed: " + std::strerror(error) +
                               "; is it built for this machine, and is its interpreter installed?");
}

} // namespace stepscope::agent
