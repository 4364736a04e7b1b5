#pragma once

#include "tests/mutations/programcheck.h"

#include <QProcess>

#include <memory>

namespace stepscope::mutations {

/// Opens files in a real window, one after the other, in a process of its own: a file that crashes or blocks the window
/// ends that process, and the next file gets a new one.
class WindowCheck
{
public:
    /// `folder` is the home of the window.
    explicit WindowCheck(QString folder);
    ~WindowCheck();

    /// Opens the file, moves in the timeline, shows each tab until its analyses have ended, and closes the file. A
    /// fault is an end of the process, or an exceeded limit.
    Check open(const QString& file);
    /// Files that a window could show so far; the others were rejected with a message.
    [[nodiscard]] int shown() const { return m_shown; }

private:
    bool start();

    QString m_folder;
    std::unique_ptr<QProcess> m_process;
    int m_shown = 0;
};

/// The process of the window: opens the files named on standard input, and prints the result of each.
int runWindow(int argc, char** argv);
/// The argument of this program that starts runWindow().
inline constexpr const char* kWindowArgument = "--window";

} // namespace stepscope::mutations
