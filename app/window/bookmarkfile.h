#pragma once

#include "remote/format/result.h"
#include "widgets/marks/bookmark.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QThreadPool>

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

/// Writes the changes from `before` to `after` into the file, which another window may have changed meanwhile: its
/// additions and deletions are kept. A lock beside the file orders the writers. Returns the bookmarks of the file;
/// fails without a file if the recording does not exist.
[[nodiscard]] format::Result<widgets::Bookmarks>
mergeBookmarks(const QString& recording, const widgets::Bookmarks& before, const widgets::Bookmarks& after);

/// Stores the bookmarks of the recording on display in a file beside it, which several windows may share. Reads and
/// writes run one after the other on a separate thread; the destructor waits for those that are pending.
class BookmarkKeeper : public QObject
{
    Q_OBJECT

public:
    explicit BookmarkKeeper(QObject* parent = nullptr);
    ~BookmarkKeeper() override;

    /// Sets the recording on display and reads its bookmarks; emits read().
    void setRecording(const QString& path);
    void save(const widgets::Bookmarks& bookmarks);

signals:
    /// The bookmarks of the file: after setRecording(), and after a save that found changes of another window.
    void read(const stepscope::widgets::Bookmarks& bookmarks);
    void message(const QString& oneLine); ///< a read or write failed; failed writes are reported once per recording

private:
    void reportFailure(const QString& recording, const QString& oneLine);

    void showRead(const QString& recording, const widgets::Bookmarks& bookmarks);

    QString m_recording;
    QHash<QString, widgets::Bookmarks> m_stored; ///< by recording: as in the file; only the pool's thread uses it
    bool m_failureReported = false;
    QThreadPool m_pool;
};

} // namespace stepscope::app
