#pragma once

#include "remote/format/records.h"

#include <cstdint>

namespace stepscope::agent {

inline constexpr std::int64_t kMicrosecond = 1'000;
inline constexpr std::int64_t kMillisecond = 1'000'000;
inline constexpr std::int64_t kSecond = 1'000'000'000;

/// CLOCK_MONOTONIC, ns: the clock of everything recorded.
[[gnu::hot]] std::int64_t monotonicNs();
/// CLOCK_REALTIME, ns since 1970.
std::int64_t realtimeNs();

/// Sleeps until CLOCK_MONOTONIC shows this time; signals do not cut it short.
[[gnu::hot]] void sleepUntil(std::int64_t deadlineNs);

/// A monotonic/realtime pair: the best of a few bracketed reads.
format::ClockPair readClockPair();

/// The scheduler's tick (1 / CONFIG_HZ), ns: how late the running time of a running task may be booked.
std::int64_t schedulerTickNs();

} // namespace stepscope::agent
