#pragma once

#include <string>

namespace stepscope::soak {

struct WindowResult
{
    std::string failure{}; ///< one line
    double seconds = 0;
    double spans = 0; ///< in the window at the end
    double lost = 0;  ///< records, without the following
    /// Samples that the agent could not take in time, %: agent, training and window compete for the same processors.
    double late = 0;
    double growth = 0; ///< of the resident memory of the window when it rests, %
    double agentGrowth = 0;
    double descriptorGrowth = 0; ///< of window and agent
    double threadGrowth = 0;
    double megabytes = 0;
    std::string megabytesByFifth{}; ///< UsageWatch::megabytesByFifth() of the window
    std::string restingMegabytesByFifth{};
    std::string agentMegabytesByFifth{};
    double longestBlockMs = 0; ///< processor time between two returns of the window to its event loop
};

/// A window that records a training with 100,000 op spans per second, while it is resized and navigated, and its tabs
/// are shown in turn.
WindowResult useWindow(double seconds);

} // namespace stepscope::soak
