#include "app/window/recordingrename.h"

#include "app/capture/unfinishedlist.h"
#include "app/window/bookmarkfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace stepscope::app {

namespace {

format::Error refusal(const QString& from, const QString& reason)
{
    return format::failure(
        QStringLiteral("%1 keeps its name: %2.").arg(QFileInfo(from).fileName(), reason).toStdString());
}

} // namespace

format::Result<void> renameRecording(const QString& from, const QString& to)
{
    const QString name = QFileInfo(to).fileName();
    if (QFileInfo(to).path() != QFileInfo(from).path() || name.startsWith(QLatin1Char('.')))
        return refusal(from, QStringLiteral("a name has no slash and does not start with a dot; choose another one"));
    for (const UnfinishedCapture& capture : readUnfinished()) {
        if (capture.recording == QFileInfo(from).absoluteFilePath())
            return refusal(from, QStringLiteral("its run is not fetched whole; continue it on the page of its device, "
                                                "or remove it there from the list, then rename it"));
    }
    for (const QString& target : {to, bookmarkPath(to)}) {
        if (QFileInfo::exists(target))
            return refusal(from,
                           QStringLiteral("%1 exists already; choose another name").arg(QFileInfo(target).fileName()));
    }
    // QFile::rename() does not replace a file that another program creates meanwhile.
    QFile file(from);
    if (!file.rename(to))
        return refusal(from, QStringLiteral("%1; check the permissions of its folder").arg(file.errorString()));
    QFile bookmarks(bookmarkPath(from));
    if (bookmarks.exists() && !bookmarks.rename(bookmarkPath(to)))
        return format::failure(QStringLiteral("%1 is renamed, but its bookmarks are not: %2. Rename %3 to %4 by hand.")
                                   .arg(name, bookmarks.errorString(), QFileInfo(bookmarkPath(from)).fileName(),
                                        QFileInfo(bookmarkPath(to)).fileName())
                                   .toStdString());
    return {};
}

} // namespace stepscope::app
