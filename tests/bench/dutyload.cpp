#include "tests/bench/dutyload.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sched.h>
#include <sys/prctl.h>

namespace stepscope::testing {
namespace {

constexpr std::int64_t kPeriod = 10'010'000;

} // namespace

std::int64_t monotonicNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void sleepUntil(std::int64_t time)
{
    const timespec deadline{static_cast<time_t>(time / 1'000'000'000), static_cast<long>(time % 1'000'000'000)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr);
}

std::vector<BusyPeriod> playDuty(double duty, double seconds, int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
    prctl(PR_SET_TIMERSLACK, 1UL);
    const std::int64_t begin = monotonicNow();
    const std::int64_t end = begin + static_cast<std::int64_t>(seconds * 1e9);
    std::vector<BusyPeriod> periods;
    periods.reserve(static_cast<std::size_t>((end - begin) / kPeriod + 1));
    for (std::int64_t next = begin; next < end; next += kPeriod) {
        sleepUntil(next);
        const std::int64_t until = next + static_cast<std::int64_t>(duty * static_cast<double>(kPeriod));
        BusyPeriod period{monotonicNow(), 0};
        while (period.end < until)
            period.end = monotonicNow();
        periods.push_back(period);
    }
    return periods;
}

bool writePeriods(const std::string& file, std::span<const BusyPeriod> periods)
{
    std::ofstream out(file);
    for (const BusyPeriod& period : periods)
        out << period.begin << ' ' << period.end << '\n';
    return out.good();
}

std::vector<BusyPeriod> readPeriods(const std::string& file)
{
    std::vector<BusyPeriod> periods;
    std::ifstream in(file);
    for (BusyPeriod period; in >> period.begin >> period.end;)
        periods.push_back(period);
    return periods;
}

std::int64_t busyWithin(std::span<const BusyPeriod> periods, std::int64_t begin, std::int64_t end)
{
    std::int64_t busy = 0;
    auto period = std::lower_bound(periods.begin(), periods.end(), begin,
                                   [](const BusyPeriod& each, std::int64_t time) { return each.end <= time; });
    for (; period != periods.end() && period->begin < end; ++period)
        busy += std::min(period->end, end) - std::max(period->begin, begin);
    return busy;
}

} // namespace stepscope::testing
