#pragma once

#include "remote/format/result.h"
#include "remote/link/transporttable.h"

#include <QList>
#include <QString>

namespace stepscope::app {

/// A capture, of a window or the command line, that has not reached the end of its run.
struct UnfinishedCapture
{
    QString target;    ///< as the user wrote it
    QString run;       ///< its name on the target
    QString recording; ///< absolute path of the file on this computer
    /// Files that were named for the connection, as absolute paths; empty where none was.
    QString identityFile;
    QString configFile;
    QString knownHostsFile;

    bool operator==(const UnfinishedCapture&) const = default;
};

[[nodiscard]] UnfinishedCapture unfinishedCapture(const QString& target, const QString& run, const QString& recording,
                                                  const link::SshOptions& ssh);

/// The options to reach the capture's target: those of `program`, with the capture's files.
[[nodiscard]] link::SshOptions sshOptions(const UnfinishedCapture& capture, link::SshOptions program);

/// The captures that can be continued, in `XDG_STATE_HOME/stepscope/unfinished.json` (~/.local/state):
///     {"format":1, "captures":[{"target":"", "run":"", "recording":"", "identity":"", "ssh_config":"",
///     "known_hosts":""}]}
/// (the last three are optional).
/// Newest first, at most kMostUnfinished. A capture is noted before its run starts and removed when its recording is
/// whole, so that the list survives a crash of the program. Functions can be called on any thread and in several
/// programs at once: a lock beside the file orders them, and writes replace the file atomically.
inline constexpr qsizetype kMostUnfinished = 50;

[[nodiscard]] QString unfinishedPath();

/// Does not fail: a capture with a text that is damaged, too long or no target, run or absolute path is skipped.
[[nodiscard]] QList<UnfinishedCapture> readUnfinished();

/// Adds a capture, or moves it to the front. Replaces one with the same recording.
[[nodiscard]] format::Result<void> noteUnfinished(const UnfinishedCapture& capture);

/// Removes the capture with this recording, if there is one.
[[nodiscard]] format::Result<void> forgetUnfinished(const QString& recording);

} // namespace stepscope::app
