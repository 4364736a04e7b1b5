#pragma once

#include <cstdio>
#include <ctime>

/// How every bench says its figures, one a line: name, value, unit, goal, and whether it is reached.
namespace stepscope::bench {

/// How many figures fell short so far.
inline int shortOnes = 0;

/// A value below zero, or none (NaN), is of something that could not be measured: it falls short.
inline void figure(const char* name, double value, const char* unit, double goal, bool atLeast = false)
{
    const bool ok = value >= 0 && (atLeast ? value >= goal : value <= goal);
    shortOnes += ok ? 0 : 1;
    std::printf("%s %.4g %s %s%.4g %s\n", name, value, unit, atLeast ? ">=" : "<=", goal, ok ? "ok" : "short");
    std::fflush(stdout);
}

/// Processor time of this thread (or of the whole program): what is measured does not wait, and other programs do not
/// count.
inline double processorSeconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace stepscope::bench
