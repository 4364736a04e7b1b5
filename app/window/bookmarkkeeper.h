#pragma once

#include "remote/format/result.h"
#include "widgets/bookmark.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace stepscope::app {

/// Keeps the bookmarks of the recording that is shown in a file beside it. Reads and writes on a thread of its own, one
/// after the other; what is not written yet at the end is waited for.
class BookmarkKeeper : public QObject
{
    Q_OBJECT

public:
    explicit BookmarkKeeper(QObject* parent = nullptr);
    ~BookmarkKeeper() override;

    /// Another recording is shown: its bookmarks come by read().
    void setRecording(const QString& path);
    void save(const widgets::Bookmarks& bookmarks);

signals:
    void read(const stepscope::widgets::Bookmarks& bookmarks);
    void message(const QString& oneLine); ///< what could not be read or written; said once a recording

private:
    void tellFailure(const QString& recording, const QString& oneLine);

    QString m_recording;
    bool m_failureTold = false;
    QThreadPool m_pool;
};

} // namespace stepscope::app
