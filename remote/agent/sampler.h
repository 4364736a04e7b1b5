#pragma once

#include "remote/agent/ringsink.h"
#include "remote/agent/samplingplan.h"
#include "remote/format/pauseblocks.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace stepscope::agent {

/// The thread of one lane: reads its groups at absolute deadlines and puts the rows into its ring. A deadline that
/// passed is not made up for: the next one on the grid is taken, and what is missing is told.
class Sampler
{
public:
    Sampler(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Deadlines are multiples of each group's period after the grid, from now on, but for the blocks that are slept
    /// through.
    void start(const format::PauseBlocks& pauses);
    void stop();

    [[nodiscard]] bool isNeeded() const { return !m_groups.empty(); }
    Ring& ring() { return m_sink.ring(); }

private:
    struct Group
    {
        std::uint32_t number = 0;
        const PlannedGroup* plan = nullptr;
        std::int64_t deadline = 0;
        std::vector<std::int64_t> values;
        std::vector<std::int64_t> times;
        bool toldSlow = false;
    };
    void run();
    Group& nextGroup();
    void sample(Group& group);
    void advance(Group& group);
    void sleepThroughPause(Group& group) const;

    Lane m_lane;
    std::vector<Group> m_groups;
    RingSink m_sink;
    format::PauseBlocks m_pauses;
    std::atomic<bool> m_stopping{false};
    std::thread m_thread;
};

/// Lets this thread be run as soon as its deadline comes, as far as this user may: real time, else a higher priority,
/// else the shortest slice. Without any right it still works, only later on a busy machine.
void raiseOwnPriority();

} // namespace stepscope::agent
