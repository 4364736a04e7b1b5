#pragma once

#include <cstdint>

namespace stepscope::format {

/// When an agent that measures its own cost sleeps: time is cut into blocks, which are sampled and slept through in the
/// order of A B B A, so that a drift of the machine favours neither.
struct PauseBlocks
{
    std::int64_t gridNs = 0;   ///< the first block begins here
    std::int64_t lengthNs = 0; ///< 0 = it never sleeps

    /// Block of a time; those before the grid count as the first.
    [[nodiscard]] std::int64_t block(std::int64_t time) const
    {
        return lengthNs <= 0 || time < gridNs ? 0 : (time - gridNs) / lengthNs;
    }
    [[nodiscard]] static bool isBlockPaused(std::int64_t block) { return ((block ^ (block >> 1)) & 1) != 0; }
    [[nodiscard]] bool isPaused(std::int64_t time) const { return lengthNs > 0 && isBlockPaused(block(time)); }
    /// The earliest time from `time` on that is not slept through.
    [[nodiscard]] std::int64_t awakeFrom(std::int64_t time) const
    {
        while (isPaused(time))
            time = gridNs + (block(time) + 1) * lengthNs;
        return time;
    }
};

} // namespace stepscope::format
