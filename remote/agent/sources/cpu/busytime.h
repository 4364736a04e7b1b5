#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::agent {

/// Raw value of a cpu.utilization channel for a share of 1; the channel's scale is 1 / kBusyUnits.
inline constexpr std::int64_t kBusyUnits = 10'000;

/// Converts cumulative busy time to the busy share of each interval, limited to 0..1, in units of 1 / kBusyUnits. The
/// part cut by the limit is carried over to the next interval, so that the sum stays exact.
class BusyShare
{
public:
    /// kMissing in the first call and after reset().
    [[gnu::hot]] std::int64_t next(std::int64_t time, std::int64_t busyNs);
    void reset() { m_hasPrevious = false; }

private:
    std::int64_t m_time = 0;
    std::int64_t m_busy = 0; ///< reported so far
    bool m_hasPrevious = false;
};

/// The exact busy time of cores at an instant, from two counters that lag at different times.
///
/// cpuacct books the time of a running task at scheduler ticks and when the task leaves the core: it lags by up to a
/// tick while the core is busy (4 ms at 250 Hz; a load of 2 ms then reads 20 and 60 % alternately) and is exact while
/// it is idle. cpuidle books an idle period when it ends: it lags while the core is idle and is exact while it is busy.
/// Therefore
///
///     gap := time - idle - used - (time in neither counter)  >= 0
///
/// is the lag of `used` if the core is busy now, of `idle` if not. A gap longer than a tick means idle. For shorter
/// gaps the number of runnable tasks (/proc/loadavg) decides: zero: all candidates are idle; at least the number of
/// candidates: all are busy; else those that worked most since the last sample. Only the last case is a guess, with an
/// error of a tick at most. Measured on 2 cores at 250 Hz with a load of 40 % of each 10 ms on an otherwise idle
/// machine, sampled 2 ms into the busy part: cpuacct alone within 3 points of the truth in 4 % of the samples, both
/// together in all samples except those disturbed by another process.
class BusyTime
{
public:
    BusyTime(std::size_t cores, std::int64_t tickNs);

    struct Reading
    {
        std::int64_t used = 0; ///< cpuacct, ns
        std::int64_t idle = 0; ///< cpuidle, ns
        bool valid = true;     ///< false: core offline; its history is reset
    };
    /// `ownCore`: position of the core that runs this call, -1 = unknown. True if decide() needs the number of tasks.
    [[gnu::hot]] bool look(std::int64_t time, std::span<const Reading> readings, int ownCore);
    /// Fills `busyNs` with the busy time of each core, for the same readings. `runnable`: tasks running or waiting
    /// besides this thread, -1 = unknown.
    [[gnu::hot]] void decide(std::int64_t runnable, std::span<const Reading> readings, std::span<std::int64_t> busyNs);

private:
    /// The minimum of the recent gaps estimates the time in neither counter, which grows slowly (interrupts while
    /// idle).
    struct Core
    {
        static constexpr std::size_t kHistory = 32;
        std::int64_t history[kHistory] = {};
        std::size_t seen = 0;
        std::int64_t idleBefore = 0;
        std::int64_t usedBefore = 0;
        std::int64_t worked = 0; ///< since the previous sample
        std::int64_t gap = 0;
        bool valid = false;
        bool busy = false;
        bool undecided = false;
    };
    [[gnu::hot]] void updateGap(Core& core, std::int64_t time, const Reading& reading) const;

    std::vector<Core> m_cores;
    std::int64_t m_tick;
};

} // namespace stepscope::agent
