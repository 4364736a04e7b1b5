#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Options of a recording.
struct RecorderOptions
{
    std::string run{};
    std::string spoolFile{};
    std::uint64_t spoolLimitBytes = 0;
    std::int64_t periodNs = 0;
    std::int64_t gridNs = 0;  ///< deadlines are gridNs + n * period; set when the recording is opened
    std::int64_t pauseNs = 0; ///< length of the blocks of format::PauseBlocks; 0 = no pauses
    std::string ops{};
    std::string sysroot{};
    std::string cwd{};
    std::string socketPath{}; ///< empty = no hook
    std::vector<std::string> command{};
};

} // namespace stepscope::agent
