#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::testing {

/// A busy period of a load, in CLOCK_MONOTONIC ns. The reference is the measured period, not the planned one, since a
/// paused machine delays the load.
struct BusyPeriod
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

std::int64_t monotonicNow();
void sleepUntil(std::int64_t time);

/// Keeps a core busy for the share `duty` of each 10.01 ms and returns the busy periods in order. The period is
/// slightly longer than the sampler's 10 ms, so that within 10 s the edges pass all phases of the sampler's grid.
std::vector<BusyPeriod> playDuty(double duty, double seconds, int core);

bool writePeriods(const std::string& file, std::span<const BusyPeriod> periods);
std::vector<BusyPeriod> readPeriods(const std::string& file);

/// Busy time in ns within begin..end.
std::int64_t busyWithin(std::span<const BusyPeriod> periods, std::int64_t begin, std::int64_t end);

} // namespace stepscope::testing
