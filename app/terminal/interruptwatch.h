#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace stepscope::app {

/// Calls a function on an ordinary thread at each Ctrl-C, or at each of the given signals; the signal handler only
/// writes a byte into a pipe. A command whose output is worthless when it is cut watches kEndSignals, so that it can
/// remove it.
class InterruptWatch
{
public:
    /// What a terminal, a service manager and a closed connection send.
    static constexpr std::array kEndSignals{SIGINT, SIGTERM, SIGHUP};

    template <typename Action>
    explicit InterruptWatch(Action onInterrupt)
        : InterruptWatch(std::array{SIGINT}, std::move(onInterrupt))
    {}

    template <std::size_t kCount, typename Action>
    InterruptWatch(const std::array<int, kCount>& watched, Action onSignal)
    {
        if (::pipe(s_pipe.data()) != 0)
            return;
        for (const int signal : watched) {
            const auto before = std::signal(signal, &InterruptWatch::notify);
            if (signal == SIGHUP && before == SIG_IGN)
                std::signal(signal, SIG_IGN); // started by nohup
            else
                m_before.emplace_back(signal, before);
        }
        m_thread = std::thread([onSignal] {
            char byte = 0;
            while (::read(s_pipe[0], &byte, 1) == 1 && byte == 'i')
                onSignal();
        });
    }
    ~InterruptWatch()
    {
        if (!m_thread.joinable())
            return;
        for (const auto& [signal, before] : m_before)
            std::signal(signal, before);
        [[maybe_unused]] const auto written = ::write(s_pipe[1], "q", 1);
        m_thread.join();
        ::close(s_pipe[0]);
        ::close(s_pipe[1]);
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    static void notify(int /*signal*/)
    {
        const int saved = errno;
        [[maybe_unused]] const auto written = ::write(s_pipe[1], "i", 1);
        errno = saved;
    }

    static inline std::array<int, 2> s_pipe{-1, -1};
    std::vector<std::pair<int, void (*)(int)>> m_before;
    std::thread m_thread;
};

} // namespace stepscope::app
