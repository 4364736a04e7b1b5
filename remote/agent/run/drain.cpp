#include "remote/agent/run/drain.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <signal.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

using Counter = std::atomic<std::uint64_t>;
static_assert(Counter::is_always_lock_free);

constexpr int kLookMs = 1000;       ///< between looks at a supervisor that runs
constexpr int kStoppedLookMs = 100; ///< and at one that is stopped

std::array<char, 65536> discarded;

bool isStopped(pid_t process)
{
    std::array<char, 32> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/stat", process);
    const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    std::array<char, 512> text;
    const ssize_t got = read(file, text.data(), text.size());
    close(file);
    const std::string_view status(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::size_t name = status.rfind(") ");
    return name != std::string_view::npos && name + 2 < status.size() &&
           (status[name + 2] == 'T' || status[name + 2] == 't');
}

/// Empties the pipe to half of its size.
void dropOldest(int pipe, Counter* dropped)
{
    const int half = fcntl(pipe, F_GETPIPE_SZ) / 2;
    int waiting = 0;
    while (ioctl(pipe, FIONREAD, &waiting) == 0 && waiting > half) {
        const ssize_t got = read(pipe, discarded.data(), discarded.size());
        if (got <= 0)
            return;
        if (dropped != nullptr)
            dropped->fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    }
}

void waitForSupervisor(int alive, const OutputPipes& pipes, Counter* dropped)
{
    const pid_t supervisor = getppid();
    pollfd waiting{alive, 0, 0};
    for (bool stopped = false; poll(&waiting, 1, stopped ? kStoppedLookMs : kLookMs) <= 0;) {
        stopped = isStopped(supervisor);
        if (!stopped)
            continue;
        dropOldest(pipes.output[0], dropped);
        dropOldest(pipes.error[0], dropped);
    }
}

void readToTheEnd(const OutputPipes& pipes)
{
    std::array<pollfd, 2> open{pollfd{pipes.output[0], POLLIN, 0}, pollfd{pipes.error[0], POLLIN, 0}};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        poll(open.data(), open.size(), -1);
        for (pollfd& pipe : open) {
            if (pipe.fd >= 0 && pipe.revents != 0 && read(pipe.fd, discarded.data(), discarded.size()) == 0)
                pipe.fd = -1;
        }
    }
}

} // namespace

Drain::~Drain()
{
    if (m_dropped != nullptr)
        munmap(m_dropped, sizeof(Counter));
    if (m_alive[1] >= 0)
        close(m_alive[1]);
}

void Drain::start(const OutputPipes& pipes)
{
    if (pipe2(m_alive.data(), O_CLOEXEC) != 0)
        return;
    void* memory = mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        m_dropped = new (memory) Counter(0);
    if (fork() != 0) {
        close(m_alive[0]);
        return;
    }
    prctl(PR_SET_NAME, "stepscope-drain");
    for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR1})
        ::signal(signal, SIG_IGN);
    // The writing ends and the pipe that `start` reads to its end must be closed, too.
    const std::array kept{m_alive[0], pipes.output[0], pipes.error[0]};
    for (int descriptor = 3; descriptor < 256; ++descriptor) {
        if (std::find(kept.begin(), kept.end(), descriptor) == kept.end())
            close(descriptor);
    }
    waitForSupervisor(m_alive[0], pipes, m_dropped);
    readToTheEnd(pipes);
    _exit(0);
}

std::uint64_t Drain::takeDropped()
{
    const std::uint64_t all = m_dropped != nullptr ? m_dropped->load(std::memory_order_relaxed) : 0;
    return all - std::exchange(m_taken, all);
}

} // namespace stepscope::agent
