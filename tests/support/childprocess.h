#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stepscope::testing {

/// A program with pipes for its output and errors. Used instead of QProcess because the user mode of qemu, under which
/// the agent's tests also run, does not support the system call with which QProcess starts programs.
class ChildProcess
{
public:
    explicit ChildProcess(std::vector<std::string> words)
    {
        std::array<int, 2> out{-1, -1};
        std::array<int, 2> err{-1, -1};
        if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0)
            return;
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        m_process = fork();
        if (m_process == 0) {
            const int nothing = open("/dev/null", O_RDONLY);
            if (dup2(nothing, STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0 &&
                dup2(err[1], STDERR_FILENO) >= 0)
                execvp(arguments[0], arguments.data());
            _exit(127);
        }
        close(out[1]);
        close(err[1]);
        m_pipes = {out[0], err[0]};
    }
    ~ChildProcess()
    {
        kill();
        close(m_pipes[0]);
        close(m_pipes[1]);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Reads the available bytes; waits up to the timeout for them. False after the timeout or if both pipes are
    /// closed.
    bool read(int milliseconds)
    {
        std::array<pollfd, 2> waiting{pollfd{m_open[0] ? m_pipes[0] : -1, POLLIN, 0},
                                      pollfd{m_open[1] ? m_pipes[1] : -1, POLLIN, 0}};
        if ((!m_open[0] && !m_open[1]) || poll(waiting.data(), waiting.size(), milliseconds) <= 0)
            return false;
        std::array<char, 65536> piece;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            if (waiting[i].revents == 0)
                continue;
            const ssize_t got = ::read(m_pipes[i], piece.data(), piece.size());
            if (got > 0)
                (i == 0 ? output : error).append(piece.data(), static_cast<std::size_t>(got));
            else
                m_open[i] = false;
        }
        return true;
    }
    /// Reads until the program has ended. False if it prints nothing for the timeout.
    bool finish(int milliseconds)
    {
        while (read(milliseconds)) {
        }
        return !m_open[0] && !m_open[1] && reap();
    }
    void kill()
    {
        if (m_process > 0 && status < 0)
            ::kill(m_process, SIGKILL);
        reap();
    }

    std::string output;
    std::string error;
    int status = -1; ///< exit status, or 128 + signal; -1 = running or not started

private:
    bool reap()
    {
        int state = 0;
        if (m_process <= 0 || status >= 0 || waitpid(m_process, &state, 0) != m_process)
            return status >= 0;
        status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        return true;
    }

    pid_t m_process = -1;
    std::array<int, 2> m_pipes{-1, -1};
    std::array<bool, 2> m_open{true, true};
};

} // namespace stepscope::testing
