#pragma once

#include "remote/format/result.h"
#include "widgets/marks/bookmark.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace stepscope::app {

/// Stores the bookmarks of the recording on display in a file beside it. Reads and writes run one after the other on a
/// separate thread; the destructor waits for those that are pending.
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
    void read(const stepscope::widgets::Bookmarks& bookmarks);
    void message(const QString& oneLine); ///< a read or write failed; failed writes are reported once per recording

private:
    void reportFailure(const QString& recording, const QString& oneLine);

    QString m_recording;
    bool m_failureReported = false;
    QThreadPool m_pool;
};

} // namespace stepscope::app
