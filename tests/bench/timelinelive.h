#pragma once

#include <cstdint>

namespace stepscope::bench {

struct LiveFigures
{
    std::uint64_t spans = 0;
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;  ///< records that were fed and are not in the last view, and losses that it names
    double guiBusy = 0;      ///< share of a core that the GUI thread took
    double latencyP99Ms = 0; ///< from a sample's time to the end of the first frame that shows it
    int frames = 0;
};

/// Follows a run on the screen that makes 100,000 spans and 24 x 1000 samples a second, in real time.
LiveFigures measureLive(double seconds);

} // namespace stepscope::bench
