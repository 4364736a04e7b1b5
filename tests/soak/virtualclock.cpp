#include "tests/soak/virtualclock.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace stepscope::soak {
namespace {

constexpr std::int64_t kReading = 50; ///< ns
/// Threads are started one after the other. Time does not begin to pass before all wait: after this pause in which no
/// other thread came.
constexpr std::chrono::milliseconds kSettling{500};
/// A clock with a limited speed may be so much too early: one long pause costs less than many short ones.
constexpr std::chrono::milliseconds kMostLead{20};

std::int64_t systemTime(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * format::kSecond + time.tv_nsec;
}

bool isMainThread()
{
    return syscall(SYS_gettid) == getpid();
}

void clearEvent(int descriptor)
{
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(descriptor, &count, sizeof count);
}

} // namespace

/// Of a thread in the list of waiting threads; ends with the thread.
class VirtualClock::Membership
{
public:
    explicit Membership(VirtualClock& clock)
        : m_clock(clock)
    {
        auto thread = std::make_unique<Thread>();
        thread->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        m_thread = thread.get();
        const std::lock_guard lock(m_clock.m_mutex);
        m_clock.m_threads.push_back(std::move(thread));
        m_clock.m_lastThread = std::chrono::steady_clock::now();
    }
    ~Membership()
    {
        const std::lock_guard lock(m_clock.m_mutex);
        close(m_thread->wake);
        std::erase_if(m_clock.m_threads, [this](const auto& each) { return each.get() == m_thread; });
        m_clock.advance(nullptr);
    }
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    Thread& thread() { return *m_thread; }

private:
    VirtualClock& m_clock;
    Thread* m_thread = nullptr;
};

VirtualClock::VirtualClock(double mostSpeed)
    : m_mostSpeed(mostSpeed)
    , m_start(systemTime(CLOCK_MONOTONIC))
    , m_now(m_start)
    , m_realtimeOffset(systemTime(CLOCK_REALTIME) - m_now)
{}

std::int64_t VirtualClock::monotonicNs()
{
    return m_now.fetch_add(kReading) + kReading;
}

std::int64_t VirtualClock::realtimeNs()
{
    return monotonicNs() + m_realtimeOffset;
}

void VirtualClock::sleepUntil(std::int64_t deadlineNs)
{
    wait(-1, deadlineNs);
}

bool VirtualClock::waitReadable(int descriptor, std::int64_t deadlineNs)
{
    return wait(descriptor, deadlineNs);
}

VirtualClock::Thread& VirtualClock::thisThread()
{
    thread_local Membership membership(*this);
    return membership.thread();
}

/// Waits if the time would be too early at `next`. All other threads wait, too, so the mutex may be locked meanwhile.
void VirtualClock::keepSpeed(std::int64_t next) const
{
    if (m_mostSpeed <= 0)
        return;
    const std::chrono::nanoseconds realTime{
        static_cast<std::int64_t>(static_cast<double>(next - m_start) / m_mostSpeed)};
    if (m_realStart + realTime > std::chrono::steady_clock::now() + kMostLead)
        std::this_thread::sleep_until(m_realStart + realTime);
}

bool VirtualClock::isSettling() const
{
    return std::chrono::steady_clock::now() - m_lastThread < kSettling;
}

bool VirtualClock::wait(int descriptor, std::int64_t deadline)
{
    if (isMainThread()) {
        pollfd waiting{descriptor, POLLIN, 0};
        const std::int64_t milliseconds = (deadline - m_now.load()) / format::kMillisecond + 1;
        return poll(&waiting, 1, static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, 60'000))) > 0;
    }
    Thread& self = thisThread();
    std::unique_lock lock(m_mutex);
    self.deadline = deadline;
    self.descriptor = descriptor;
    self.waits = true;
    for (;;) {
        advance(&self);
        if (!self.waits)
            return false;
        const int limit = isSettling() ? 10 : -1;
        lock.unlock();
        std::array<pollfd, 2> waiting{pollfd{self.wake, POLLIN, 0}, pollfd{descriptor, POLLIN, 0}};
        poll(waiting.data(), waiting.size(), limit);
        lock.lock();
        if (waiting[0].revents != 0)
            clearEvent(self.wake);
        if (!self.waits)
            return false;
        if (waiting[1].revents != 0) {
            self.waits = false;
            return true;
        }
    }
}

/// Advances to the earliest deadline, if all threads wait and no input is there that ends a wait. The mutex is locked.
void VirtualClock::advance(const Thread* caller)
{
    if (m_threads.empty() || isSettling())
        return;
    std::array<pollfd, 64> inputs;
    nfds_t count = 0;
    Thread* first = nullptr;
    for (const auto& thread : m_threads) {
        if (!thread->waits)
            return;
        if (thread->descriptor >= 0 && count < inputs.size())
            inputs[count++] = {thread->descriptor, POLLIN, 0};
        if (first == nullptr || thread->deadline < first->deadline)
            first = thread.get();
    }
    if (poll(inputs.data(), count, 0) > 0)
        return;
    keepSpeed(first->deadline);
    m_now.fetch_add(std::max<std::int64_t>(first->deadline - m_now.load(), 0));
    first->waits = false;
    if (first != caller) {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t wrote = write(first->wake, &one, sizeof one);
    }
}

} // namespace stepscope::soak
