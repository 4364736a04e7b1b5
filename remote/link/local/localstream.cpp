#include "remote/link/local/localstream.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::size_t kMaxErrorBytes = 64 * 1024;
/// Interval for checking the process after its output ended, when there is no descriptor to poll.
constexpr int kExitPollMs = 5;
/// A process that ignores SIGTERM is killed after this many of kExitPollMs.
constexpr int kPatienceRounds = 100;

struct Pipe
{
    int reading = -1;
    int writing = -1;

    Pipe()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            reading = ends[0];
            writing = ends[1];
            fcntl(reading, F_SETFL, O_NONBLOCK);
        }
    }
    ~Pipe()
    {
        close(reading);
        close(writing);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

class SpawnSettings
{
public:
    SpawnSettings()
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
    }
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    void connect(int output, int errors)
    {
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, errors, STDERR_FILENO);
    }
    void startIn(const std::string& folder) { posix_spawn_file_actions_addchdir_np(&m_actions, folder.c_str()); }
    /// Sets the state that a login gives a process: own group, no blocked signals, default actions of the signals that
    /// this program ignores.
    void resetSignals()
    {
        sigset_t none{};
        sigset_t defaults{};
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        sigaddset(&defaults, SIGXFSZ);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    int spawn(pid_t& process, char* const* arguments, char* const* environment)
    {
        return posix_spawn(&process, "/bin/sh", &m_actions, &m_attributes, arguments, environment);
    }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

std::vector<std::string> environmentWithHome(const std::string& home)
{
    std::vector<std::string> variables = {"HOME=" + home};
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::strncmp(*variable, "HOME=", 5) != 0)
            variables.emplace_back(*variable);
    }
    return variables;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

int statusOf(int waited)
{
    return WIFSIGNALED(waited) ? 128 + WTERMSIG(waited) : WEXITSTATUS(waited);
}

Error notStarted(const std::string& home, int number)
{
    struct stat status
    {};
    const bool isFolder = ::stat(home.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    if (isFolder && ::access(home.c_str(), X_OK) == 0)
        return format::failure(std::string("cannot start /bin/sh in ") + home + ": " + std::strerror(number));
    return format::failure(Error::Code::NotFound,
                           "the home folder " + home + " cannot be entered (" + std::strerror(number) +
                               "), so that nothing was started and no run can be stored: create it, or set HOME to a "
                               "folder in which you may write");
}

} // namespace

Result<std::unique_ptr<LocalStream>> LocalStream::start(const std::string& shellCommand, const std::string& home,
                                                        std::shared_ptr<Interrupt> interrupt)
{
    Pipe output;
    Pipe errors;
    SpawnSettings settings;
    settings.connect(output.writing, errors.writing);
    settings.startIn(home);
    settings.resetSignals();
    std::vector<std::string> words = {"/bin/sh", "-c", shellCommand};
    auto variables = environmentWithHome(home);
    pid_t process = -1;
    const int number = settings.spawn(process, pointersTo(words).data(), pointersTo(variables).data());
    if (number != 0)
        return notStarted(home, number);
    return std::unique_ptr<LocalStream>(new LocalStream(process, std::exchange(output.reading, -1),
                                                        std::exchange(errors.reading, -1), std::move(interrupt)));
}

LocalStream::LocalStream(pid_t process, int output, int errors, std::shared_ptr<Interrupt> interrupt)
    : m_process(process)
    , m_output(output)
    , m_errors(errors)
    , m_interrupt(std::move(interrupt))
{}

LocalStream::~LocalStream()
{
    close(m_output);
    close(m_errors);
    if (m_process < 0)
        return;
    kill(-m_process, SIGTERM);
    for (int round = 0; waitpid(m_process, nullptr, WNOHANG) == 0; ++round) {
        if (round == kPatienceRounds)
            kill(-m_process, SIGKILL);
        poll(nullptr, 0, kExitPollMs);
    }
}

Result<std::size_t> LocalStream::takeOutput(std::span<std::byte> buffer)
{
    if (m_output < 0)
        return std::size_t{0};
    const auto size = ::read(m_output, buffer.data(), buffer.size());
    if (size > 0)
        return static_cast<std::size_t>(size);
    if (size == 0) {
        close(m_output);
        m_output = -1;
    } else if (errno != EAGAIN && errno != EINTR) {
        return format::failure(std::string("cannot read a command's output: ") + std::strerror(errno));
    }
    return std::size_t{0};
}

void LocalStream::takeErrors()
{
    std::array<char, 4096> part{};
    while (m_errors >= 0) {
        const auto size = ::read(m_errors, part.data(), part.size());
        if (size < 0)
            return;
        if (size == 0) {
            close(m_errors);
            m_errors = -1;
            return;
        }
        const auto room = kMaxErrorBytes - std::min(kMaxErrorBytes, m_errorText.size());
        m_errorText.append(part.data(), std::min(room, static_cast<std::size_t>(size)));
    }
}

void LocalStream::checkEnd()
{
    int waited = 0;
    if (m_output >= 0 || m_errors >= 0 || waitpid(m_process, &waited, WNOHANG) != m_process)
        return;
    m_process = -1;
    m_exitStatus = statusOf(waited);
    m_finished = true;
}

void LocalStream::waitForInput(int milliseconds) const
{
    std::array<pollfd, 3> waits = {pollfd{m_output, POLLIN, 0}, pollfd{m_errors, POLLIN, 0},
                                   pollfd{m_interrupt->descriptor(), POLLIN, 0}};
    const bool onlyExitMissing = m_output < 0 && m_errors < 0;
    poll(waits.data(), waits.size(), onlyExitMissing ? std::min(milliseconds, kExitPollMs) : milliseconds);
}

Result<std::size_t> LocalStream::read(std::span<std::byte> buffer, std::chrono::milliseconds timeout)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + timeout;
    while (!m_finished) {
        if (m_interrupt->raised())
            return format::failure(Error::Code::Cancelled, "cancelled");
        const std::size_t taken = TRY(takeOutput(buffer));
        takeErrors();
        if (taken > 0)
            return taken;
        checkEnd();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (m_finished || left <= 0)
            break;
        waitForInput(static_cast<int>(left));
    }
    return std::size_t{0};
}

CommandOutput LocalStream::ending() const
{
    assert(m_finished);
    return CommandOutput{m_exitStatus, {}, m_errorText};
}

} // namespace stepscope::link
