#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

/// The output of the benchmarks: one figure per line, `name value unit goal ok|short`. The exit status of a benchmark
/// says only whether it could measure.
namespace stepscope::bench {

/// The value at the share 0..1 of the sorted values; -1 if there are none.
inline double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return -1;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

inline double median(std::vector<double> values)
{
    return quantile(std::move(values), 0.5);
}

/// Prints a figure. A negative value or NaN means that it could not be measured and counts as short.
inline void figure(const char* name, double value, const char* unit, double goal, bool atLeast = false)
{
    const bool ok = value >= 0 && (atLeast ? value >= goal : value <= goal);
    std::printf("%s %.4g %s %s%.4g %s\n", name, value, unit, atLeast ? ">=" : "<=", goal, ok ? "ok" : "short");
    std::fflush(stdout);
}

/// Processor time of the calling thread, or of another clock, in seconds. Excludes waiting and other programs.
inline double processorSeconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace stepscope::bench
