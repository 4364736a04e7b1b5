#pragma once

#include "remote/format/result.h"
#include "widgets/bookmark.h"

#include <QString>

namespace stepscope::app {

/// Bookmarks lie beside their recording, as `NAME.stepscope.bookmarks.json`:
///     {"format":1, "bookmarks":[{"begin_ns":0, "end_ns":0, "note":""}]}
/// with times as in the recording.
[[nodiscard]] QString bookmarkPath(const QString& recording);

struct ReadBookmarks
{
    widgets::Bookmarks bookmarks; ///< by time
    QString remark;               ///< one line, when something could not be read; what was there is kept as .bad
};
/// No file is no bookmarks. Never fails: the file may have been written by anyone.
[[nodiscard]] ReadBookmarks readBookmarks(const QString& recording);

/// All or nothing; without bookmarks the file goes away.
[[nodiscard]] format::Result<void> writeBookmarks(const QString& recording, const widgets::Bookmarks& bookmarks);

} // namespace stepscope::app
