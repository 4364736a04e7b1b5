#include "remote/agent/power/powertools.h"

#include "remote/agent/system/findcommand.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::int64_t kToolTime = 20 * format::kSecond;
constexpr std::size_t kMostOutput = 16384;

[[noreturn]] void becomeTool(const std::vector<char*>& words, int output)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGHUP, SIGPIPE, SIGXFSZ})
        ::signal(signal, SIG_DFL);
    const int devNull = open("/dev/null", O_RDONLY);
    dup2(devNull, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(words.front(), words.data());
    _exit(127);
}

/// Reads until the end of the output or the deadline; false at the deadline.
bool readAll(int descriptor, std::int64_t deadline, std::string& text)
{
    std::array<char, 4096> piece;
    for (;;) {
        const std::int64_t left = deadline - format::monotonicNs();
        pollfd waiting{descriptor, POLLIN, 0};
        if (left <= 0 || poll(&waiting, 1, static_cast<int>(left / format::kMillisecond) + 1) == 0)
            return false;
        const ssize_t got = read(descriptor, piece.data(), piece.size());
        if (got == 0 || (got < 0 && errno != EINTR))
            return true;
        if (got > 0 && text.size() < kMostOutput)
            text.append(piece.data(), static_cast<std::size_t>(got));
    }
}

/// The program's file in the usual folders of the tree; on this system also along PATH. Empty if there is none.
std::string findTool(const SystemTree& tree, const std::string& name)
{
    for (const char* folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/", "/usr/local/sbin/", "/usr/local/bin/"}) {
        const std::string file = tree.path(folder + name);
        if (access(file.c_str(), X_OK) == 0)
            return file;
    }
    const char* searchPath = std::getenv("PATH");
    const auto found = tree.isDescribed() || searchPath == nullptr ? Result<std::string>(format::failure(""))
                                                                   : findCommand(name, searchPath, "/");
    return found.ok() ? *found : std::string();
}

std::string userName()
{
    if (const char* user = std::getenv("USER"); user != nullptr && *user != '\0')
        return user;
    return "#" + std::to_string(geteuid());
}

std::string lineOf(const std::string& text)
{
    std::string line = text.substr(0, text.find_last_not_of(" \r\n") + 1);
    for (char& c : line)
        c = static_cast<unsigned char>(c) < 32 ? ' ' : c;
    constexpr std::size_t kMost = 300;
    return line.size() > kMost ? line.substr(line.size() - kMost) : line;
}

std::string sudoAdvice(const std::string& program)
{
    return "allow it with the line '" + userName() + " ALL=(root) NOPASSWD: " + program +
           "' in /etc/sudoers.d/stepscope, or connect as root";
}

bool canWrite(const std::string& file)
{
    return access(file.c_str(), W_OK) == 0;
}

/// The words that start a program; empty if this user may not. `question` are harmless options, by which `sudo -n` is
/// tried.
std::vector<std::string> wordsFor(const SystemTree& tree, const std::string& file, bool isDirect, const char* question)
{
    if (file.empty())
        return {};
    if (isDirect || geteuid() == 0)
        return {file};
    const std::string sudo = findTool(tree, "sudo");
    if (sudo.empty() || runTool({sudo, "-n", file, question}).status != 0)
        return {};
    return {sudo, "-n", file};
}

} // namespace

ToolOutput runTool(const std::vector<std::string>& words)
{
    ToolOutput result;
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return result;
    std::vector<char*> pointers;
    for (const std::string& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0)
        becomeTool(pointers, ends[1]);
    close(ends[1]);
    const bool ended = child > 0 && readAll(ends[0], format::monotonicNs() + kToolTime, result.text);
    close(ends[0]);
    if (child < 0)
        return result;
    if (!ended)
        kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (ended)
        result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

std::optional<std::int64_t> limitIn(const std::string& file)
{
    const std::string text = SystemTree().readText(file).value_or("");
    return leadingNumber(text);
}

bool writeLimits(const ClockLimits& clock, std::int64_t least, std::int64_t most)
{
    const auto write = [](const std::string& path, std::int64_t value) {
        const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC);
        if (file < 0)
            return;
        const std::string text = std::to_string(value) + "\n";
        [[maybe_unused]] const ssize_t wrote = ::write(file, text.data(), text.size());
        close(file);
    };
    // A driver refuses a lowest frequency above the highest: one of the two orders is right.
    for (int round = 0; round < 2; ++round) {
        if (limitIn(clock.highest) != most)
            write(clock.highest, most);
        if (limitIn(clock.lowest) != least)
            write(clock.lowest, least);
    }
    return limitIn(clock.lowest) == least && limitIn(clock.highest) == most;
}

PowerTools::PowerTools(const SystemTree& tree)
    : m_tree(tree)
    , m_nvpmodelFile(findTool(tree, "nvpmodel"))
    , m_jetsonClocksFile(findTool(tree, "jetson_clocks"))
{
    m_nvpmodel = wordsFor(tree, m_nvpmodelFile, canWrite(tree.path(kPowerModeFile)), "-q");
    m_jetsonClocks = wordsFor(tree, m_jetsonClocksFile, canWriteLimits(), "--show");
}

bool PowerTools::canWriteLimits() const
{
    const std::vector<ClockLimits> clocks = clockLimits(m_tree);
    return !clocks.empty() && std::all_of(clocks.begin(), clocks.end(), [](const ClockLimits& clock) {
        return canWrite(clock.lowest) && canWrite(clock.highest);
    });
}

Result<void> PowerTools::check(const PowerSetting& setting) const
{
    if (!setting.mode.empty()) {
        if (auto settable = checkMode(setting); !settable)
            return settable;
    }
    return setting.changesClocks() ? checkClocks(setting) : Result<void>();
}

Result<void> PowerTools::checkMode(const PowerSetting& setting) const
{
    if (const auto mode = modeIdOf(setting, m_tree); !mode)
        return mode.error();
    if (m_nvpmodelFile.empty())
        return powerError(Error::Code::NotFound, setting.text,
                          "the program nvpmodel was not found, so that no power mode can be set; install it (package "
                          "nvidia-l4t-nvpmodel)");
    if (m_nvpmodel.empty())
        return powerError(Error::Code::Denied, setting.text,
                          "Permission denied: setting the power mode needs root, and sudo without a password does not "
                          "permit nvpmodel; " +
                              sudoAdvice(m_nvpmodelFile));
    return {};
}

Result<void> PowerTools::checkClocks(const PowerSetting& setting) const
{
    if (clockLimits(m_tree).empty())
        return powerError(Error::Code::NotFound, setting.text,
                          "this device has no frequency limits (cpufreq, devfreq); leave locked, gpu= and cpu= out");
    if (const auto limits = limitsOf(setting, m_tree); !limits)
        return limits.error();
    if (canWriteLimits() || (setting.isLocked && hasJetsonClocks() && !setting.gpuMegahertz && !setting.cpuMegahertz))
        return {};
    if (!setting.gpuMegahertz && !setting.cpuMegahertz && !m_jetsonClocksFile.empty())
        return powerError(Error::Code::Denied, setting.text,
                          "Permission denied: fixing the clocks needs root, and sudo without a password does not "
                          "permit jetson_clocks; " +
                              sudoAdvice(m_jetsonClocksFile));
    return powerError(Error::Code::Denied, setting.text,
                      "Permission denied: this user may not write the frequency limits (" +
                          clockLimits(m_tree).front().highest + " and others); connect as root");
}

std::optional<int> PowerTools::currentMode() const
{
    if (const auto status = m_tree.readText(kPowerModeFile)) {
        if (const auto mode = powerModeId(*status))
            return mode;
    }
    if (m_nvpmodel.empty())
        return std::nullopt;
    // "NV Power Mode: MAXN", then the number in a line of its own.
    std::vector<std::string> words = m_nvpmodel;
    words.emplace_back("-q");
    const ToolOutput answer = runTool(words);
    const std::string text = answer.text.substr(0, answer.text.find_last_not_of(" \r\n") + 1);
    const auto mode = leadingNumber(std::string_view(text).substr(text.rfind('\n') + 1));
    return answer.status == 0 && mode ? std::optional(static_cast<int>(*mode)) : std::nullopt;
}

Result<void> PowerTools::setMode(int mode) const
{
    if (m_nvpmodel.empty())
        return format::failure(Error::Code::Denied, "Permission denied: nvpmodel cannot be run any more");
    std::vector<std::string> words = m_nvpmodel;
    words.insert(words.end(), {"-m", std::to_string(mode)});
    const ToolOutput output = runTool(words);
    if (output.status == 0 && currentMode() == mode)
        return {};
    return format::failure("nvpmodel did not set mode " + std::to_string(mode) +
                           (output.status == 0    ? "; some modes need a restart of the device, set such a mode by hand"
                            : output.status == -1 ? "; it did not end within 20 s"
                                                  : "; it ended with status " + std::to_string(output.status)) +
                           (output.text.empty() ? "" : " (" + lineOf(output.text) + ")"));
}

Result<void> PowerTools::runJetsonClocks(const std::string& option, const std::string& file) const
{
    if (m_jetsonClocks.empty())
        return format::failure(Error::Code::Denied, "Permission denied: jetson_clocks cannot be run any more");
    std::vector<std::string> words = m_jetsonClocks;
    if (!option.empty())
        words.insert(words.end(), {option, file});
    const ToolOutput output = runTool(words);
    if (output.status == 0)
        return {};
    return format::failure("jetson_clocks " + option + " ended with status " + std::to_string(output.status) +
                           (output.text.empty() ? "" : " (" + lineOf(output.text) + ")"));
}

} // namespace stepscope::agent
