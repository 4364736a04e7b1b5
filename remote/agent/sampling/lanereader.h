#pragma once

#include "remote/agent/sampling/sampleblocks.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/format/records.h"

#include <cstdint>
#include <vector>

namespace stepscope::agent {

/// Reads the groups of one lane at their deadlines and puts the rows into the lane's ring. A missed deadline is skipped
/// and reported as a loss of samples. Not thread-safe.
class LaneReader
{
public:
    LaneReader(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer);

    /// Starts the deadlines: the multiples of each group's period after the grid, from now on, except in pauses; each
    /// with its pseudo-random delay.
    void begin(const format::PauseBlocks& pauses);
    [[nodiscard]] bool isEmpty() const { return m_groups.empty(); }
    /// The lane must not be empty.
    [[gnu::hot]] [[nodiscard]] std::int64_t nextDeadline() const;
    /// Reads the group with the earliest deadline, without waiting for it.
    [[gnu::hot]] void readNext();

    [[nodiscard]] const Lane& lane() const { return m_lane; }
    Ring& ring() { return m_sink.ring(); }

private:
    struct Group
    {
        std::uint32_t number = 0;
        const PlannedGroup* plan = nullptr;
        std::int64_t place = 0;    ///< on the grid, ns
        std::int64_t deadline = 0; ///< place with its delay
        std::vector<std::int64_t> values;
        std::vector<std::int64_t> times;
        bool reportedSlow = false;
    };
    [[gnu::hot]] [[nodiscard]] std::vector<Group>::const_iterator nearest() const;
    [[gnu::hot]] void sample(Group& group);
    [[gnu::hot]] void advance(Group& group);
    [[gnu::hot]] void moveTo(Group& group, std::int64_t place) const;
    [[nodiscard]] std::int64_t deadlineOf(std::int64_t place) const;

    Lane m_lane;
    std::vector<Group> m_groups;
    RingSink m_sink;
    format::PauseBlocks m_pauses;
    std::int64_t m_ditherNs = 0; ///< largest delay
};

} // namespace stepscope::agent
