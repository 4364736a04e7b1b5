#pragma once

#include "remote/agent/ringsink.h"
#include "remote/agent/samplingplan.h"
#include "remote/format/pauseblocks.h"

#include <cstdint>
#include <vector>

namespace stepscope::agent {

/// One lane's groups and when each is due; what is read goes into the lane's ring. A deadline that passed is not made
/// up for: the next one on the grid is taken, and what is missing is told. For one thread at a time.
class LaneReader
{
public:
    LaneReader(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer);

    /// Deadlines are multiples of each group's period after the grid, from now on, but for the blocks that are slept
    /// through.
    void begin(const format::PauseBlocks& pauses);
    [[nodiscard]] bool isEmpty() const { return m_groups.empty(); }
    /// Not empty.
    [[gnu::hot]] [[nodiscard]] std::int64_t nextDeadline() const;
    /// Reads the group whose deadline is next, now.
    [[gnu::hot]] void readNext();

    [[nodiscard]] const Lane& lane() const { return m_lane; }
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
    [[gnu::hot]] [[nodiscard]] std::vector<Group>::const_iterator nearest() const;
    [[gnu::hot]] void sample(Group& group);
    [[gnu::hot]] void advance(Group& group);
    [[gnu::hot]] void sleepThroughPause(Group& group) const;

    Lane m_lane;
    std::vector<Group> m_groups;
    RingSink m_sink;
    format::PauseBlocks m_pauses;
};

} // namespace stepscope::agent
