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

/// CLOCK_MONOTONIC and CLOCK_REALTIME at one instant: the pair with the smallest uncertainty of five bracketed reads.
ClockPair readClockPair();

/// The scheduler's tick (1 / CONFIG_HZ), ns: the kernel books the running time of a running task up to this much late.
std::int64_t schedulerTickNs();

} // namespace stepscope::format
