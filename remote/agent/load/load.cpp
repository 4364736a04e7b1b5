#include "remote/agent/load/loadreport.h"
#include "remote/agent/run/commands.h"
#include "remote/format/clock.h"

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

// Phases have random lengths, so that they are not synchronous with a sensor's period. Some are long enough for the
// slowest filters (0.42 s) to settle; most are short, which gives many edges.
constexpr std::int64_t kShortestPhase = 20 * format::kMillisecond;
constexpr std::int64_t kLongestPhase = 800 * format::kMillisecond;

volatile std::sig_atomic_t stopRequested = 0; ///< written by the signal handler

/// A unit of work that the compiler cannot optimize away.
void runRound()
{
    static thread_local std::atomic<std::uint32_t> sink{1};
    for (int i = 0; i < 200; ++i)
        sink.store(sink.load(std::memory_order_relaxed) * 1664525U + 1013904223U, std::memory_order_relaxed);
}

/// One thread per core, pinned to it. The threads work until rest(), or for a number of rounds.
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
                m_threads.emplace_back([this, core] { work(core); });
        }
    }
    ~Workers()
    {
        command(kEnd);
        for (std::thread& thread : m_threads)
            thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void begin() { command(kUntilRest); }
    void rest() { command(0); }
    /// Runs this many rounds on every core; returns when the last core has finished.
    void run(std::int64_t rounds)
    {
        m_busy = static_cast<int>(m_threads.size());
        command(rounds);
        for (int busy = m_busy; busy > 0; busy = m_busy)
            m_busy.wait(busy);
    }

private:
    static constexpr std::int64_t kUntilRest = -1;
    static constexpr std::int64_t kEnd = -2;

    void command(std::int64_t rounds)
    {
        m_rounds = rounds;
        ++m_commands;
        m_commands.notify_all();
    }
    void work(int core)
    {
        cpu_set_t own;
        CPU_ZERO(&own);
        CPU_SET(core, &own);
        sched_setaffinity(0, sizeof own, &own);
        for (unsigned seen = 0;;) {
            m_commands.wait(seen);
            seen = m_commands;
            const std::int64_t rounds = m_rounds;
            if (rounds == kEnd)
                return;
            for (std::int64_t done = 0; done != rounds && (rounds > 0 || m_commands == seen); ++done)
                runRound();
            if (rounds > 0 && --m_busy == 0)
                m_busy.notify_all();
        }
    }

    std::atomic<std::int64_t> m_rounds{0};
    std::atomic<unsigned> m_commands{0};
    std::atomic<int> m_busy{0};
    std::vector<std::thread> m_threads;
};

/// Alternates busy and idle phases of random length.
format::Result<void> runPhases(Workers& workers, LoadReport& report, const Options& options, std::int64_t end)
{
    std::minstd_rand random(static_cast<std::uint_fast32_t>(options.seed));
    const auto phaseLength = [&random] {
        return kShortestPhase +
               static_cast<std::int64_t>(random()) * format::kMicrosecond % (kLongestPhase - kShortestPhase);
    };
    while (stopRequested == 0 && format::monotonicNs() < end) {
        format::sleepUntil(std::min(format::monotonicNs() + phaseLength(), end));
        const std::int64_t begin = format::monotonicNs();
        workers.begin();
        format::sleepUntil(std::min(begin + phaseLength(), end));
        workers.rest();
        TRY(report.addPhase(begin, format::monotonicNs()));
    }
    return {};
}

/// Runs steps of equal work, one after the other.
format::Result<void> runSteps(Workers& workers, LoadReport& report, const Options& options, std::int64_t end)
{
    // The fastest of some trials is the least disturbed one.
    constexpr std::int64_t kTrialRounds = 2000;
    std::int64_t fastest = format::kSecond;
    for (int i = 0; i < 20; ++i) {
        const std::int64_t begin = format::monotonicNs();
        workers.run(kTrialRounds);
        fastest = std::min(fastest, format::monotonicNs() - begin);
    }
    const std::int64_t rounds =
        std::max<std::int64_t>(options.workNs * kTrialRounds / std::max<std::int64_t>(fastest, 1), 1);
    while (stopRequested == 0 && format::monotonicNs() < end) {
        const std::int64_t begin = format::monotonicNs();
        workers.run(rounds);
        TRY(report.addStep(begin, format::monotonicNs()));
    }
    return {};
}

} // namespace

format::Result<void> load(const Options& options)
{
    LoadReport report = TRY(LoadReport::open());
    struct sigaction action
    {};
    action.sa_handler = [](int) { stopRequested = 1; };
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);

    Workers workers;
    const std::int64_t end = format::monotonicNs() + options.seconds * format::kSecond;
    return options.workNs > 0 ? runSteps(workers, report, options, end) : runPhases(workers, report, options, end);
}

} // namespace stepscope::agent
