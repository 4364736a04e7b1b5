#include "app/window/bookmarkkeeper.h"

#include "app/window/bookmarkfile.h"

#include <utility>

namespace stepscope::app {

BookmarkKeeper::BookmarkKeeper(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1); // keeps reads and writes in order
}

BookmarkKeeper::~BookmarkKeeper()
{
    m_pool.waitForDone();
}

void BookmarkKeeper::setRecording(const QString& path)
{
    m_recording = path;
    m_failureReported = false;
    if (path.isEmpty())
        return;
    m_pool.start([this, path] {
        ReadBookmarks result = readBookmarks(path);
        QMetaObject::invokeMethod(
            this,
            [this, path, result = std::move(result)] {
                if (path != m_recording)
                    return;
                emit read(result.bookmarks);
                if (!result.remark.isEmpty())
                    emit message(result.remark);
            },
            Qt::QueuedConnection);
    });
}

void BookmarkKeeper::save(const widgets::Bookmarks& bookmarks)
{
    if (m_recording.isEmpty())
        return;
    m_pool.start([this, path = m_recording, bookmarks] {
        const auto written = writeBookmarks(path, bookmarks);
        if (written.ok())
            return;
        QMetaObject::invokeMethod(
            this, [this, path, text = QString::fromStdString(written.error().text)] { reportFailure(path, text); },
            Qt::QueuedConnection);
    });
}

void BookmarkKeeper::reportFailure(const QString& recording, const QString& oneLine)
{
    if (recording == m_recording && !std::exchange(m_failureReported, true))
        emit message(oneLine);
}

} // namespace stepscope::app
