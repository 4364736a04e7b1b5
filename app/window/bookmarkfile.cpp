#include "app/window/bookmarkfile.h"

#include "ui/messages/filetexts.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stepscope::app {
namespace {

constexpr qint64 kLongestFile = qint64{8} << 20;
constexpr qsizetype kMostBookmarks = 10'000;
constexpr qsizetype kLongestNote = 2000;

/// The limit of times in a trace: the sum of two times cannot overflow.
constexpr std::int64_t kMaxTime = (std::int64_t{1} << 62) - 1;

std::optional<std::int64_t> timeOf(const QJsonValue& value)
{
    if (!value.isDouble()) // true for every JSON number
        return std::nullopt;
    const double rough = value.toDouble();
    if (!(std::abs(rough) < 4.6e18))
        return std::nullopt;
    const std::int64_t time = value.toInteger(static_cast<qint64>(rough));
    return std::abs(time) <= kMaxTime ? std::optional(time) : std::nullopt;
}

std::optional<widgets::Bookmark> bookmarkOf(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    const auto begin = timeOf(object.value(QLatin1String("begin_ns")));
    const auto end = timeOf(object.value(QLatin1String("end_ns")));
    if (!begin || !end || *end < *begin)
        return std::nullopt;
    return widgets::Bookmark{{*begin, *end}, object.value(QLatin1String("note")).toString().left(kLongestNote)};
}

/// Copies a file that cannot be read completely to an unused name beside it, so that no data is lost. Returns the
/// native name, empty on failure.
QString copyUnreadable(const QString& path)
{
    QString copy = path + QStringLiteral(".bad");
    for (int i = 2; QFile::exists(copy); ++i)
        copy = path + QStringLiteral(".bad-%1").arg(i);
    return QFile::copy(path, copy) ? QDir::toNativeSeparators(copy) : QString();
}

} // namespace

QString bookmarkPath(const QString& recording)
{
    return recording + QStringLiteral(".bookmarks.json");
}

ReadBookmarks readBookmarks(const QString& recording)
{
    const QString path = bookmarkPath(recording);
    QFile file(path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return {{}, ui::messages::bookmarksNotReadable(QDir::toNativeSeparators(path), file.errorString())};
    const QByteArray bytes = file.read(kLongestFile + 1);
    const QJsonDocument document = bytes.size() > kLongestFile ? QJsonDocument() : QJsonDocument::fromJson(bytes);
    const QJsonValue list = document.object().value(QLatin1String("bookmarks"));
    if (!list.isArray())
        return {{}, ui::messages::noBookmarkReadable(QDir::toNativeSeparators(path), copyUnreadable(path))};
    ReadBookmarks read;
    const QJsonArray entries = list.toArray();
    for (const QJsonValue& entry : entries) {
        const auto bookmark = bookmarkOf(entry);
        if (bookmark && read.bookmarks.size() < kMostBookmarks)
            read.bookmarks.append(*bookmark);
    }
    std::stable_sort(read.bookmarks.begin(), read.bookmarks.end(),
                     [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
    if (read.bookmarks.size() != entries.size())
        read.remark = ui::messages::someBookmarksNotReadable(entries.size() - read.bookmarks.size(), entries.size(),
                                                             QDir::toNativeSeparators(path), copyUnreadable(path));
    return read;
}

format::Result<void> writeBookmarks(const QString& recording, const widgets::Bookmarks& bookmarks)
{
    const QString path = bookmarkPath(recording);
    if (bookmarks.isEmpty() && (!QFile::exists(path) || QFile::remove(path)))
        return {};
    QJsonArray entries;
    for (const widgets::Bookmark& bookmark : bookmarks)
        entries.append(QJsonObject{{QStringLiteral("begin_ns"), static_cast<qint64>(bookmark.range.begin)},
                                   {QStringLiteral("end_ns"), static_cast<qint64>(bookmark.range.end)},
                                   {QStringLiteral("note"), bookmark.note}});
    const QJsonObject all{{QStringLiteral("format"), 1}, {QStringLiteral("bookmarks"), entries}};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QJsonDocument(all).toJson());
        if (file.commit())
            return {};
    }
    return format::failure(
        format::Error::Code::Denied,
        ui::messages::bookmarksNotSaved(QDir::toNativeSeparators(path), file.errorString()).toStdString());
}

format::Result<widgets::Bookmarks> mergeBookmarks(const QString& recording, const widgets::Bookmarks& before,
                                                  const widgets::Bookmarks& after)
{
    // Its bookmarks would stay behind, beside a name that no longer is that of a recording.
    if (!QFile::exists(recording))
        return format::failure(
            format::Error::Code::NotFound,
            ui::messages::bookmarksOfMovedRecording(QDir::toNativeSeparators(recording)).toStdString());
    constexpr int kPatienceMs = 2000;
    QLockFile lock(bookmarkPath(recording) + QStringLiteral(".lock"));
    // Without the lock, in a folder that cannot be written, the write fails below with its own message.
    lock.tryLock(kPatienceMs);
    widgets::Bookmarks merged;
    for (const widgets::Bookmark& bookmark : readBookmarks(recording).bookmarks) {
        if (after.contains(bookmark) || !before.contains(bookmark))
            merged.append(bookmark);
    }
    for (const widgets::Bookmark& bookmark : after) {
        if (!merged.contains(bookmark) && !before.contains(bookmark))
            merged.append(bookmark);
    }
    std::stable_sort(merged.begin(), merged.end(),
                     [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
    TRY(writeBookmarks(recording, merged));
    return merged;
}

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
        m_stored[path] = result.bookmarks;
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
        const auto merged = mergeBookmarks(path, m_stored[path], bookmarks);
        if (merged.ok()) {
            m_stored[path] = *merged;
            const bool isAsShown = std::all_of(merged->begin(), merged->end(),
                                               [&](const auto& bookmark) { return bookmarks.contains(bookmark); });
            if (!isAsShown || merged->size() != bookmarks.size())
                QMetaObject::invokeMethod(
                    this, [this, path, merged] { showRead(path, *merged); }, Qt::QueuedConnection);
            return;
        }
        QMetaObject::invokeMethod(
            this, [this, path, text = QString::fromStdString(merged.error().text)] { reportFailure(path, text); },
            Qt::QueuedConnection);
    });
}

void BookmarkKeeper::showRead(const QString& recording, const widgets::Bookmarks& bookmarks)
{
    if (recording == m_recording)
        emit read(bookmarks);
}

void BookmarkKeeper::reportFailure(const QString& recording, const QString& oneLine)
{
    if (recording == m_recording && !std::exchange(m_failureReported, true))
        emit message(oneLine);
}

} // namespace stepscope::app
