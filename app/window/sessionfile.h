#pragma once

#include "analysis/trace/model.h"

#include <QList>
#include <QString>

namespace stepscope::app {

/// What a window shows, to be shown again when the program starts the next time.
struct SessionWindow
{
    QString recording{};      ///< absolute path; empty = none
    QString study{};          ///< folder; empty = none
    int page = 0;             ///< ui::MainWindow::Page
    int tab = 0;              ///< ui::RecordingPage::Tab
    trace::TimeRange range{}; ///< visible, ns; empty = the whole recording
    qint64 process = 0;       ///< of the window

    bool operator==(const SessionWindow&) const = default;
};

/// The windows of the session, in `$XDG_STATE_HOME/stepscope/session.json` (by default ~/.local/state):
///     {"format":1, "windows":[{"recording":"", "study":"", "page":1, "tab":0, "begin_ns":0, "end_ns":0, "process":1}]}
/// Each window writes its own entry while it is open, so that a crash loses nothing. Closing a window removes its
/// entry, except that of the last one. A lock beside the file orders the writers. The arrangement of the rows is in the
/// settings. Errors are ignored: a session that cannot be stored is not restored.
[[nodiscard]] QString sessionPath();

/// Does not fail: damaged entries are skipped.
[[nodiscard]] QList<SessionWindow> readSession();

/// Replaces the entry of the window's process.
void storeWindow(const SessionWindow& window);
/// The window is closed: it stays in the file only if no other window is open, and then alone.
void storeClosedWindow(const SessionWindow& window);
/// Removes the windows whose process has ended from the file, and returns them.
[[nodiscard]] QList<SessionWindow> takeSession();

} // namespace stepscope::app
