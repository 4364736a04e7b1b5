#pragma once

#include "remote/format/result.h"

#include <string>

namespace stepscope::app {

/// "stepscope: TEXT" on standard error; returns kFailed, or kWrongUsage for an error of usage.
int printError(const format::Error& error);

/// A progress bar on standard error while that is a terminal; else silent but for the last line.
class ProgressBar
{
public:
    explicit ProgressBar(std::string title);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// share 0..1, or negative when the end is not known; draws at most ten times a second.
    void update(double share, const std::string& detail);
    /// Replaces the bar by a line that stays (also where there is no terminal).
    void finish(const std::string& line);

private:
    void clear();

    std::string m_title;
    bool m_isTerminal;
    bool m_drawn = false;
    long long m_lastDrawnMs = 0;
};

/// "1.5 MiB"
std::string bytesText(unsigned long long bytes);

} // namespace stepscope::app
