#pragma once

#include "remote/format/result.h"

#include <string>

namespace stepscope::app {

/// Prints "stepscope: TEXT" to standard error. Returns kWrongUsage for a usage error, else kFailed.
int printError(const format::Error& error);

/// A progress bar on standard error. If standard error is not a terminal, only the last line is printed.
class ProgressBar
{
public:
    explicit ProgressBar(std::string title);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// `share`: 0..1, or negative if the total is not known. Draws at most ten times a second.
    void update(double share, const std::string& detail);
    /// Replaces the bar by a permanent line.
    void finish(const std::string& line);

private:
    void clear();

    std::string m_title;
    bool m_isTerminal;
    bool m_drawn = false;
    long long m_lastDrawnMs = 0;
};

} // namespace stepscope::app
