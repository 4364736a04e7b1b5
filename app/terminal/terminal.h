#pragma once

#include "remote/format/result.h"
#include "remote/link/transport/transport.h"

#include <string>
#include <string_view>

namespace stepscope::app {

/// Prints to standard output or standard error. Texts may come from a target or a file, so every output of the program
/// goes through these functions, which replace what controls a terminal (format::plainText()).
void printText(std::string_view text);
void printNote(std::string_view line);

/// Opens /dev/null for each standard stream that is closed, so that no other file gets its number; reading and writing
/// still fail. To be called before the first file is opened.
void occupyClosedStreams();

/// Whether standard output takes no more text: the reader has closed the pipe, or the disk is full.
bool isOutputClosed();

/// Writes what is still buffered for standard output. Returns `status`, or kFailed with one line on standard error if a
/// part of the output was not written; a pipe that its reader has closed is no failure. To be called at the end of the
/// program.
int finishOutput(int status);

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
    /// Prints a permanent line above the bar.
    void note(const std::string& line);
    /// Replaces the bar by a permanent line.
    void finish(const std::string& line);

private:
    void clear();

    std::string m_title;
    bool m_isTerminal;
    bool m_drawn = false;
    long long m_lastDrawnMs = 0;
};

/// Whether the environment names a display for a window.
bool hasDisplay();

/// Exit statuses of the program.
enum ExitStatus : int { kDone = 0, kFailed = 1, kWrongUsage = 2, kInterrupted = 130 };

/// Asks on the controlling terminal. Without a terminal, host keys are rejected and secrets are not available.
class TerminalPrompter : public link::Prompter
{
public:
    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;
};

} // namespace stepscope::app
