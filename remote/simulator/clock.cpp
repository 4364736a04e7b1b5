#include "remote/simulator/clock.h"

#include <cerrno>
#include <ctime>

namespace stepscope::simulator {

std::int64_t monotonicNs()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

bool sleepUntil(std::int64_t deadlineNs)
{
    timespec time{};
    time.tv_sec = static_cast<time_t>(deadlineNs / kSecond);
    time.tv_nsec = static_cast<long>(deadlineNs % kSecond);
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != EINTR;
}

} // namespace stepscope::simulator
