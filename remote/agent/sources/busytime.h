#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::agent {

/// Raw value of a cpu.utilization channel per unit of share: the channel's scale is 1 / this.
inline constexpr std::int64_t kBusyUnits = 10'000;

/// Turns growing counts of busy time into a share of each interval, in units of 1 / kBusyUnits, 0..1. What a count
/// books late or early is carried over to the next interval, so that the sum stays true where a single value had to be
/// limited.
class BusyShare
{
public:
    /// kMissing the first time, and after reset().
    [[gnu::hot]] std::int64_t next(std::int64_t time, std::int64_t busyNs);
    void reset() { m_hasPrevious = false; }

private:
    std::int64_t m_time = 0;
    std::int64_t m_busy = 0; ///< told so far
    bool m_hasPrevious = false;
};

/// The true busy time of cores at an instant, from two counters that each lag, but never at once.
///
/// cpuacct books the time of a running task at scheduler ticks and when the task leaves the core: while the core is
/// busy it lags by up to a tick (4 ms at 250 Hz; a load of 2 ms then reads 20 and 60 % in turn), while it is idle it is
/// exact. cpuidle books an idle period when it ends: while the core is idle it lags, while it is busy it is exact. So
///
///     gap := time - idle - used - (what neither counts)  >= 0
///
/// is the lag of one of the two: of `used` if the core is busy now, of `idle` if not. A gap longer than a tick means
/// idle. For shorter ones the number of runnable tasks (/proc/loadavg) decides: none - all are idle; as many as there
/// are candidates - all are busy; else those that worked most since the last sample. Only the last is a guess, of a
/// tick at most. Measured on 2 cores at 250 Hz with a load of 40 % of each 10 ms on an otherwise idle machine, sampled
/// 2 ms into the busy part: cpuacct alone within 3 points of the truth in 4 % of the samples, both together in all but
/// those that another process disturbed.
class BusyTime
{
public:
    BusyTime(std::size_t cores, std::int64_t tickNs);

    struct Reading
    {
        std::int64_t used = 0; ///< cpuacct, ns
        std::int64_t idle = 0; ///< cpuidle, ns
        bool valid = true;     ///< false: core offline; its history is forgotten
    };
    /// `ownCore`: position of the core that this runs on, -1 = not known. True when decide() needs the number of tasks.
    [[gnu::hot]] bool look(std::int64_t time, std::span<const Reading> readings, int ownCore);
    /// Fills `busyNs` with the busy time of each core, for the same readings. `runnable`: tasks running or waiting
    /// besides this thread, -1 = not known.
    [[gnu::hot]] void decide(std::int64_t runnable, std::span<const Reading> readings, std::span<std::int64_t> busyNs);

private:
    /// The least gap of late, as what neither counter counts; it grows slowly (interrupts while idle).
    struct Core
    {
        static constexpr std::size_t kHistory = 32;
        std::int64_t history[kHistory] = {};
        std::size_t seen = 0;
        std::int64_t idleBefore = 0;
        std::int64_t usedBefore = 0;
        std::int64_t worked = 0; ///< since the sample before
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
