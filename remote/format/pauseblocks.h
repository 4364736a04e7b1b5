#pragma once

#include <cstdint>

namespace stepscope::format {

/// The pauses of an agent that measures its profiling overhead. Time is divided into blocks; the agent samples (A) or
/// sleeps (B) in the order A B B A, so that a linear drift of the machine cancels out.
struct PauseBlocks
{
    std::int64_t gridNs = 0;   ///< begin of the first block
    std::int64_t lengthNs = 0; ///< of a block; 0 = no pauses

    /// The block that contains a time; times before the grid belong to the first block.
    [[nodiscard]] std::int64_t block(std::int64_t time) const
    {
        return lengthNs <= 0 || time < gridNs ? 0 : (time - gridNs) / lengthNs;
    }
    [[nodiscard]] static bool isBlockPaused(std::int64_t block) { return ((block ^ (block >> 1)) & 1) != 0; }
    [[nodiscard]] bool isPaused(std::int64_t time) const { return lengthNs > 0 && isBlockPaused(block(time)); }
    /// The earliest time at or after `time` at which the agent does not sleep.
    [[nodiscard]] std::int64_t awakeFrom(std::int64_t time) const
    {
        while (isPaused(time))
            time = gridNs + (block(time) + 1) * lengthNs;
        return time;
    }
};

} // namespace stepscope::format
