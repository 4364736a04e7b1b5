#include "remote/agent/system/linechild.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

/// Runs in the child: only async-signal-safe calls between fork and exec.
[[noreturn]] void execute(char* const* arguments, int output, pid_t agent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != agent)
        _exit(1); // the agent ended in between
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    const int devNull = open("/dev/null", O_RDWR);
    dup2(devNull, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(devNull, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
}

} // namespace

LineChild::~LineChild()
{
    stop();
}

int LineChild::start(const std::vector<std::string>& arguments)
{
    stop();
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return errno;
    const pid_t agent = getpid();
    const pid_t child = fork();
    if (child == 0)
        execute(words.data(), ends[1], agent);
    const int error = child < 0 ? errno : 0;
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return error;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    m_process = child;
    m_output = ends[0];
    m_begin = m_end = 0;
    m_skipping = false;
    return 0;
}

void LineChild::stop()
{
    if (m_output >= 0) {
        kill(m_process, SIGKILL);
        close(m_output);
        m_output = -1;
    }
    // Until then its ID is not reused.
    if (m_process > 0)
        waitpid(m_process, nullptr, 0);
    m_process = 0;
}

std::optional<std::string_view> LineChild::next()
{
    for (;;) {
        const std::string_view text(m_buffer.data() + m_begin, m_end - m_begin);
        const std::size_t end = text.find('\n');
        if (end != std::string_view::npos) {
            m_begin += end + 1;
            if (std::exchange(m_skipping, false))
                continue;
            return text.substr(0, end > 0 && text[end - 1] == '\r' ? end - 1 : end);
        }
        if (text.size() == m_buffer.size()) {
            m_skipping = true;
            m_begin = m_end = 0;
        }
        if (!fill())
            return std::nullopt;
    }
}

bool LineChild::fill()
{
    if (m_output < 0)
        return false;
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    const ssize_t got = read(m_output, m_buffer.data() + m_end, m_buffer.size() - m_end);
    if (got > 0) {
        m_end += static_cast<std::size_t>(got);
        return true;
    }
    if (got == 0) {
        // A process that closed its output may still run.
        kill(m_process, SIGKILL);
        if (waitpid(m_process, nullptr, WNOHANG) != 0)
            m_process = 0;
        close(m_output);
        m_output = -1;
    }
    return false;
}

bool LineChild::wait(std::int64_t deadlineNs) const
{
    if (m_output < 0)
        return false;
    const std::int64_t left = std::max<std::int64_t>(deadlineNs - format::monotonicNs(), 0) / format::kMillisecond;
    pollfd waiting{m_output, POLLIN, 0};
    return poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000))) > 0;
}

} // namespace stepscope::agent
