#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <unistd.h>

namespace stepscope::app {

/// Calls a function on an ordinary thread at each Ctrl-C; the signal handler only writes a byte into a pipe.
class InterruptWatch
{
public:
    template <typename Action>
    explicit InterruptWatch(Action onInterrupt)
    {
        if (::pipe(s_pipe.data()) != 0)
            return;
        m_before = std::signal(SIGINT, [](int) {
            const int saved = errno;
            [[maybe_unused]] const auto written = ::write(s_pipe[1], "i", 1);
            errno = saved;
        });
        m_thread = std::thread([onInterrupt] {
            char byte = 0;
            while (::read(s_pipe[0], &byte, 1) == 1 && byte == 'i')
                onInterrupt();
        });
    }
    ~InterruptWatch()
    {
        if (!m_thread.joinable())
            return;
        std::signal(SIGINT, m_before);
        [[maybe_unused]] const auto written = ::write(s_pipe[1], "q", 1);
        m_thread.join();
        ::close(s_pipe[0]);
        ::close(s_pipe[1]);
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    static inline std::array<int, 2> s_pipe{-1, -1};
    void (*m_before)(int) = nullptr;
    std::thread m_thread;
};

} // namespace stepscope::app
