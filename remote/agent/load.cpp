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

/// Something to do that no compiler leaves out.
void workALittle()
{
    static thread_local std::atomic<std::uint32_t> sink{1};
    for (int i = 0; i < 200; ++i)
        sink.store(sink.load(std::memory_order_relaxed) * 1664525U + 1013904223U, std::memory_order_relaxed);
}

/// One thread a core, each kept on its own, that work while told to, or until they have done their piece.
class Workers
{
public:
    Workers()
    {
        cpu_set_t allowed;
        CPU_ZERO(&allowed);
        sched_getaffinity(0, sizeof allowed, &allowed);
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (CPU_ISSET(core, &allowed))
                m_threads.emplace_back([this, core] { run(core); });
        }
    }
    ~Workers()
    {
        give(kEnd);
        for (std::thread& thread : m_threads)
            thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void begin() { give(kUntilToldOtherwise); }
    void rest() { give(0); }
    /// Returns when every core has done this many rounds.
    void finish(std::int64_t rounds)
    {
        m_busy = static_cast<int>(m_threads.size());
        give(rounds);
        for (int busy = m_busy; busy > 0; busy = m_busy)
            m_busy.wait(busy);
    }

private:
    static constexpr std::int64_t kUntilToldOtherwise = -1;
    static constexpr std::int64_t kEnd = -2;

    void give(std::int64_t rounds)
    {
        m_rounds = rounds;
        ++m_order;
        m_order.notify_all();
    }
    void run(int core)
    {
        cpu_set_t own;
        CPU_ZERO(&own);
        CPU_SET(core, &own);
        sched_setaffinity(0, sizeof own, &own);
        for (unsigned known = 0;;) {
            m_order.wait(known);
            known = m_order;
            const std::int64_t rounds = m_rounds;
            if (rounds == kEnd)
                return;
            for (std::int64_t done = 0; done != rounds && (rounds > 0 || m_order == known); ++done)
                workALittle();
            if (rounds > 0 && --m_busy == 0)
                m_busy.notify_all();
        }
    }

    std::atomic<std::int64_t> m_rounds{0};
    std::atomic<unsigned> m_order{0};
    std::atomic<int> m_busy{0};
    std::vector<std::thread> m_threads;
};

format::Error agentGone(const LoadReport& report)
{
    return format::failure("the load could not tell the agent what it did: " + report.reason());
}

/// Busy and idle by turns, for random lengths.
format::Result<void> makePhases(Workers& workers, LoadReport& report, const Options& options, std::int64_t end)
{
    std::minstd_rand random(static_cast<std::uint_fast32_t>(options.seed));
    const auto phaseLength = [&random] {
        return kShortestPhase + static_cast<std::int64_t>(random()) * kMicrosecond % (kLongestPhase - kShortestPhase);
    };
    while (stopAsked == 0 && monotonicNs() < end) {
        sleepUntil(std::min(monotonicNs() + phaseLength(), end));
        const std::int64_t begin = monotonicNs();
        workers.begin();
        sleepUntil(std::min(begin + phaseLength(), end));
        workers.rest();
        if (!report.add(begin, monotonicNs()))
            return agentGone(report);
    }
    return {};
}

/// Steps of equal work, one after the other.
format::Result<void> makeSteps(Workers& workers, LoadReport& report, const Options& options, std::int64_t end)
{
    // The quickest of some pieces is the one that nothing disturbed.
    constexpr std::int64_t kPiece = 2000;
    std::int64_t quickest = kSecond;
    for (int i = 0; i < 20; ++i) {
        const std::int64_t begin = monotonicNs();
        workers.finish(kPiece);
        quickest = std::min(quickest, monotonicNs() - begin);
    }
    const std::int64_t rounds =
        std::max<std::int64_t>(options.workNs * kPiece / std::max<std::int64_t>(quickest, 1), 1);
    while (stopAsked == 0 && monotonicNs() < end) {
        const std::int64_t begin = monotonicNs();
        workers.finish(rounds);
        if (!report.addStep(begin, monotonicNs()))
            return agentGone(report);
    }
    return {};
}

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

    Workers workers;
    const std::int64_t end = monotonicNs() + options.seconds * kSecond;
    return options.workNs > 0 ? makeSteps(workers, report, options, end) : makePhases(workers, report, options, end);
}

} // namespace stepscope::agent
