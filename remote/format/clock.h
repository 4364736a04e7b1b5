#pragma once

#include "remote/format/records.h"

#include <cstdint>

namespace stepscope::format {

inline constexpr std::int64_t kMicrosecond = 1'000; ///< ns
inline constexpr std::int64_t kMillisecond = 1'000'000;
inline constexpr std::int64_t kSecond = 1'000'000'000;

/// CLOCK_MONOTONIC in ns: the clock of every time in a recording. Costs a vDSO call, some 30 ns.
[[gnu::hot]] std::int64_t monotonicNs();
/// CLOCK_REALTIME, ns since 1970.
std::int64_t realtimeNs();

/// Sleeps until CLOCK_MONOTONIC reaches `deadlineNs`. Signals do not shorten the sleep.
[[gnu::hot]] void sleepUntil(std::int64_t deadlineNs);
/// As sleepUntil(), but returns false early when a signal handler ran.
bool sleepUntilSignal(std::int64_t deadlineNs);

/// Waits until the descriptor is readable, CLOCK_MONOTONIC reaches `deadlineNs` or a minute has passed, at a resolution
/// of 1 ms. True if it is readable.
bool waitReadable(int descriptor, std::int64_t deadlineNs);

/// CLOCK_MONOTONIC and CLOCK_REALTIME at one instant: the pair with the smallest uncertainty of five bracketed reads.
ClockPair readClockPair();

/// The clock behind the functions above. A simulation replaces it to let time pass as fast as the processor permits.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual std::int64_t monotonicNs() = 0;
    virtual std::int64_t realtimeNs() = 0;
    virtual void sleepUntil(std::int64_t deadlineNs) = 0;
    virtual bool waitReadable(int descriptor, std::int64_t deadlineNs) = 0;
};
/// Replaces the system's clocks in this process. Call it before other threads are started; the clock has to outlive
/// them.
void replaceClock(Clock& clock);

/// The scheduler's tick (1 / CONFIG_HZ), ns: the kernel books the running time of a running task up to this much late.
std::int64_t schedulerTickNs();

} // namespace stepscope::format
