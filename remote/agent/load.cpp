#include "remote/agent/commands.h"
#include "remote/agent/loadreport.h"
#include "remote/agent/system/clock.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <random>
#include <sched.h>
#include <sys/prctl.h>
#include <thread>
#include <vector>

namespace stepscope::agent {
namespace {

// Lengths at random, so that no sensor's own period goes unseen; long enough for the slowest filters (0.42 s) to settle
// now and then, short enough for many edges.
constexpr std::int64_t kShortestPhase = 20 * kMillisecond;
constexpr std::int64_t kLongestPhase = 800 * kMillisecond;

// What the signal handler may touch.
volatile std::sig_atomic_t stopAsked = 0;

/// One thread a core, each kept on its own, that spin while told to.
class Spinners
{
public:
    Spinners()
    {
        cpu_set_t allowed;
        CPU_ZERO(&allowed);
        sched_getaffinity(0, sizeof allowed, &allowed);
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (CPU_ISSET(core, &allowed))
                m_threads.emplace_back([this, core] { run(core); });
        }
    }
    ~Spinners()
    {
        m_state = Ending;
        m_state.notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
    }
    Spinners(const Spinners&) = delete;
    Spinners& operator=(const Spinners&) = delete;

    void set(bool busy)
    {
        m_state = busy ? Busy : Idle;
        m_state.notify_all();
    }

private:
    enum State : int { Idle, Busy, Ending };

    void run(int core)
    {
        cpu_set_t own;
        CPU_ZERO(&own);
        CPU_SET(core, &own);
        sched_setaffinity(0, sizeof own, &own);
        for (int state = m_state; state != Ending; state = m_state) {
            if (state == Idle)
                m_state.wait(Idle);
        }
    }

    std::atomic<int> m_state{Idle};
    std::vector<std::thread> m_threads;
};

} // namespace

format::Result<void> load(const Options& options)
{
    LoadReport report = TRY(LoadReport::open());
    struct sigaction action
    {};
    action.sa_handler = [](int) { stopAsked = 1; };
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);

    Spinners spinners;
    std::minstd_rand random(static_cast<std::uint_fast32_t>(options.seed));
    const auto phaseLength = [&] {
        const std::int64_t length =
            kShortestPhase + static_cast<std::int64_t>(random()) * kMicrosecond % (kLongestPhase - kShortestPhase);
        return length;
    };
    const std::int64_t end = monotonicNs() + options.seconds * kSecond;
    while (stopAsked == 0 && monotonicNs() < end) {
        sleepUntil(std::min(monotonicNs() + phaseLength(), end));
        const std::int64_t begin = monotonicNs();
        spinners.set(true);
        sleepUntil(std::min(begin + phaseLength(), end));
        spinners.set(false);
        if (!report.add(begin, monotonicNs()))
            return format::failure("the load could not tell the agent of its phases: " + report.reason());
    }
    return {};
}

} // namespace stepscope::agent
