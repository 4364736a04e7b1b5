#pragma once

#include <cstdint>

namespace stepscope::simulator {

inline constexpr std::int64_t kMicrosecond = 1'000;
inline constexpr std::int64_t kMillisecond = 1'000'000;
inline constexpr std::int64_t kSecond = 1'000'000'000;

/// CLOCK_MONOTONIC, ns: the clock of everything here.
std::int64_t monotonicNs();
/// Sleeps until CLOCK_MONOTONIC shows this time; a signal cuts it short and makes it return false.
bool sleepUntil(std::int64_t deadlineNs);

} // namespace stepscope::simulator
