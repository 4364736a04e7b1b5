#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::testing {

/// What a load did: when it was busy, CLOCK_MONOTONIC ns, in order. A machine that stands still makes a load late, so
/// the truth is what it did and not what it was meant to do.
struct BusyPeriod
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

std::int64_t monotonicNow();
void sleepUntil(std::int64_t time);

/// Busy for a share of each 10.01 ms on one core: a little longer than the sampler's 10 ms, so that within 10 s its
/// edges pass every phase of the sampler's grid. At one fixed phase the result would be a matter of luck.
std::vector<BusyPeriod> playDuty(double duty, double seconds, int core);

bool writePeriods(const std::string& file, std::span<const BusyPeriod> periods);
std::vector<BusyPeriod> readPeriods(const std::string& file);

/// Busy time, ns, within begin..end.
std::int64_t busyWithin(std::span<const BusyPeriod> periods, std::int64_t begin, std::int64_t end);

} // namespace stepscope::testing
