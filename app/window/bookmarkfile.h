#pragma once

#include "remote/format/result.h"
#include "widgets/marks/bookmark.h"

#include <QString>

namespace stepscope::app {

/// The path of the bookmarks of a recording: `NAME.stepscope.bookmarks.json` beside it, with times as in the recording:
///     {"format":1, "bookmarks":[{"begin_ns":0, "end_ns":0, "note":""}]}
[[nodiscard]] QString bookmarkPath(const QString& recording);

struct ReadBookmarks
{
    widgets::Bookmarks bookmarks; ///< ordered by time
    QString remark;               ///< one line if a part could not be read; the file is then copied to *.bad
};
/// Reads the bookmarks of a recording; none if there is no file. Does not fail: entries that are damaged are skipped.
[[nodiscard]] ReadBookmarks readBookmarks(const QString& recording);

/// Replaces the file atomically; deletes it if there are no bookmarks.
[[nodiscard]] format::Result<void> writeBookmarks(const QString& recording, const widgets::Bookmarks& bookmarks);

} // namespace stepscope::app
