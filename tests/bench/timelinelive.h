#pragma once

#include <cstdint>

namespace stepscope::bench {

struct LiveFigures
{
    std::uint64_t spans = 0;
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;  ///< records that were fed but are missing in the last view, and its losses
    double guiBusy = 0;      ///< share of a core that the GUI thread uses
    double latencyP99Ms = 0; ///< from a sample's time to the end of the first frame that shows it
    int frames = 0;
};

/// Follows a simulated run of 100,000 spans and 24 x 1000 samples per second on the screen, in real time.
LiveFigures measureLive(double seconds);

} // namespace stepscope::bench
