#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <limits>
#include <poll.h>

namespace stepscope::format {
namespace {

Clock* replacement = nullptr; ///< of the system's clocks

std::int64_t nanoseconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

} // namespace

std::int64_t monotonicNs()
{
    return replacement == nullptr ? nanoseconds(CLOCK_MONOTONIC) : replacement->monotonicNs();
}

std::int64_t realtimeNs()
{
    return replacement == nullptr ? nanoseconds(CLOCK_REALTIME) : replacement->realtimeNs();
}

void sleepUntil(std::int64_t deadlineNs)
{
    if (replacement != nullptr)
        return replacement->sleepUntil(deadlineNs);
    while (!sleepUntilSignal(deadlineNs)) {
    }
}

bool sleepUntilSignal(std::int64_t deadlineNs)
{
    timespec time{};
    time.tv_sec = static_cast<time_t>(deadlineNs / kSecond);
    time.tv_nsec = static_cast<long>(deadlineNs % kSecond);
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != EINTR;
}

bool waitReadable(int descriptor, std::int64_t deadlineNs)
{
    if (replacement != nullptr)
        return replacement->waitReadable(descriptor, deadlineNs);
    const std::int64_t milliseconds = (deadlineNs - monotonicNs() + kMillisecond - 1) / kMillisecond;
    pollfd waiting{descriptor, POLLIN, 0};
    return poll(&waiting, 1, static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, 60'000))) > 0;
}

void replaceClock(Clock& clock)
{
    replacement = &clock;
}

ClockPair readClockPair()
{
    ClockPair best;
    best.uncertainty = std::numeric_limits<std::int64_t>::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        const std::int64_t before = monotonicNs();
        const std::int64_t realtime = realtimeNs();
        const std::int64_t after = monotonicNs();
        const std::int64_t uncertainty = (after - before + 1) / 2;
        if (uncertainty < best.uncertainty)
            best = {before + (after - before) / 2, realtime, uncertainty};
    }
    return best;
}

std::int64_t schedulerTickNs()
{
    // The coarse clocks advance once per tick, so their resolution is the tick (clock_getres(2)).
    timespec resolution{};
    if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution) != 0)
        return 10 * kMillisecond;
    return std::int64_t{resolution.tv_sec} * kSecond + resolution.tv_nsec;
}

} // namespace stepscope::format
