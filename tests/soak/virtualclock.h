#pragma once

#include "remote/format/clock.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

namespace stepscope::soak {

/// Time that passes as fast as the processor permits: while all threads wait, it advances to the next deadline.
///
/// All threads but the main one live in this time, from their first wait on. A thread that works delays the others, as
/// if its work took no time; each reading of the clock takes 50 ns. The main thread reads this time and waits in real
/// time. Threads that wait by other means must not be waited for by those that use this clock.
class VirtualClock : public format::Clock
{
public:
    /// Begins at the present time of the system. `mostSpeed`: seconds that pass in one of real time at most; 0 = no
    /// limit.
    explicit VirtualClock(double mostSpeed);

    std::int64_t monotonicNs() override;
    std::int64_t realtimeNs() override;
    void sleepUntil(std::int64_t deadlineNs) override;
    bool waitReadable(int descriptor, std::int64_t deadlineNs) override;

private:
    struct Thread
    {
        std::int64_t deadline = 0;
        int descriptor = -1; ///< whose input ends the wait; -1 = none
        int wake = -1;       ///< an eventfd
        bool waits = false;
    };
    class Membership;
    friend class Membership;

    Thread& thisThread();
    bool wait(int descriptor, std::int64_t deadline);
    void advance(const Thread* caller);
    void keepSpeed(std::int64_t next) const;
    [[nodiscard]] bool isSettling() const;

    const double m_mostSpeed;
    const std::chrono::steady_clock::time_point m_realStart = std::chrono::steady_clock::now();
    const std::int64_t m_start;
    std::atomic<std::int64_t> m_now;
    std::int64_t m_realtimeOffset;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Thread>> m_threads;       ///< guarded
    std::chrono::steady_clock::time_point m_lastThread{}; ///< guarded: when the newest of them began to wait
};

} // namespace stepscope::soak
