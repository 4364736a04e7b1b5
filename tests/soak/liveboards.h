#pragma once

#include <string>

namespace stepscope::soak {

struct LiveBoardsResult
{
    std::string failure{}; ///< one line
    double seconds = 0;    ///< for which all boards were live
    double leastSteps = 0; ///< of a board in this time
    double samples = 0;    ///< of all boards in this time
    double lost = 0;       ///< records, without samples that an agent could not take in time
    double megabytes = 0;  ///< resident memory of the window, without pages of unnamed files
    double growth = 0;     ///< of the resident memory, %
    double threads = 0;    ///< more at the end than at the beginning
    double processor = 0;  ///< of the window, % of one core
    double guiThread = 0;  ///< of its GUI thread, % of one core
    double frames = 0;     ///< of 1/60 s that the GUI thread's work skipped, in a minute
    double longestMs = 0;  ///< processor time between two returns to its event loop
};

/// A window that records as many virtual boards at once through their agents. Half of the time it shows the timeline
/// of one of them, then the fleet page.
LiveBoardsResult recordBoards(int boards, double seconds);

} // namespace stepscope::soak
