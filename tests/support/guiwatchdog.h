#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <random>
#include <thread>
#include <vector>

namespace stepscope::testing {

/// Measures the longest time for which the GUI thread, which must create this object, does not return to its event
/// loop. Another thread posts events continuously and measures the processor time of the GUI thread until it handles
/// them. Elapsed time is not used, since other programs on the machine would lengthen it.
///
///     GuiWatchdog watchdog;
///     ... gestures, with the event loop running in between ...
///     QVERIFY2(watchdog.worstMs() <= GuiWatchdog::mostMs(), ...);
class GuiWatchdog
{
public:
    /// The longest permitted time in ms: 50, which users do not notice, or more on a machine that is slow. Instrumented
    /// and unoptimized builds get 400. The limit rises with the load per processor, up to four times, since processes
    /// share caches and hyperthreads.
    static double mostMs()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
        const double most = 400;
#else
        const double most = 50 * slowness();
#endif
        double load = 0;
        if (getloadavg(&load, 1) != 1)
            return most;
        return most * std::clamp(load / std::max(1U, std::thread::hardware_concurrency()), 1.0, 4.0);
    }

    GuiWatchdog()
    {
        pthread_getcpuclockid(pthread_self(), &m_clock);
        m_thread = std::thread([this] { watch(); });
    }
    ~GuiWatchdog()
    {
        stop();
    }
    GuiWatchdog(const GuiWatchdog&) = delete;
    GuiWatchdog& operator=(const GuiWatchdog&) = delete;

    /// Ends the measurement; the longest time in ms so far.
    double worstMs()
    {
        // The event posted last is measured, too.
        QCoreApplication::processEvents();
        stop();
        return static_cast<double>(m_worst.load()) * 1e-6;
    }

private:
    /// How much longer than 20 ms this thread works to fill 8 MB of new memory and to sort a tenth of it; 1 to 4.
    static double slowness()
    {
        constexpr std::size_t kNumbers = 2'000'000;
        constexpr double kReferenceNs = 20e6;
        const std::int64_t begin = timeOf(CLOCK_THREAD_CPUTIME_ID);
        std::vector<std::uint32_t> numbers(kNumbers);
        std::minstd_rand random(1);
        std::generate_n(numbers.begin(), kNumbers / 10, random);
        std::sort(numbers.begin(), numbers.begin() + kNumbers / 10);
        return std::clamp(static_cast<double>(timeOf(CLOCK_THREAD_CPUTIME_ID) - begin) / kReferenceNs, 1.0, 4.0);
    }

    static std::int64_t timeOf(clockid_t clock)
    {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }

    std::int64_t worked() const
    {
        return timeOf(m_clock);
    }

    void watch()
    {
        std::unique_lock lock(m_mutex);
        while (!m_stopped) {
            // One event at a time; the next is posted when this one has been handled.
            if (m_answered.exchange(false)) {
                const std::int64_t posted = worked();
                QMetaObject::invokeMethod(
                    &m_receiver,
                    [this, posted] {
                        const std::int64_t took = worked() - posted;
                        if (took > m_worst.load())
                            m_worst.store(took);
                        m_answered.store(true);
                    },
                    Qt::QueuedConnection);
            }
            m_wake.wait_for(lock, std::chrono::milliseconds(2));
        }
    }

    void stop()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopped = true;
        }
        m_wake.notify_all();
        if (m_thread.joinable())
            m_thread.join();
        QCoreApplication::removePostedEvents(&m_receiver);
    }

    clockid_t m_clock{};
    QObject m_receiver;
    std::atomic<bool> m_answered = true;
    std::atomic<std::int64_t> m_worst = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopped = false;
    std::thread m_thread;
};

} // namespace stepscope::testing
