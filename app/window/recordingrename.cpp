#include "app/window/recordingrename.h"

#include "app/capture/unfinishedlist.h"
#include "app/window/bookmarkfile.h"
#include "ui/messages/filetexts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace stepscope::app {

namespace {

format::Error refusal(const QString& from, const QString& reason)
{
    return format::failure(ui::messages::notRenamed(QFileInfo(from).fileName(), reason).toStdString());
}

} // namespace

format::Result<void> renameRecording(const QString& from, const QString& to)
{
    const QString name = QFileInfo(to).fileName();
    if (QFileInfo(to).path() != QFileInfo(from).path() || name.startsWith(QLatin1Char('.')))
        return refusal(from, ui::messages::badName());
    for (const UnfinishedCapture& capture : readUnfinished()) {
        if (capture.recording == QFileInfo(from).absoluteFilePath())
            return refusal(from, ui::messages::runNotFetched());
    }
    for (const QString& target : {to, bookmarkPath(to)}) {
        if (QFileInfo::exists(target))
            return refusal(from, ui::messages::nameExists(QFileInfo(target).fileName()));
    }
    // QFile::rename() does not replace a file that another program creates meanwhile.
    QFile file(from);
    if (!file.rename(to))
        return refusal(from, ui::messages::folderRefuses(file.errorString()));
    QFile bookmarks(bookmarkPath(from));
    if (bookmarks.exists() && !bookmarks.rename(bookmarkPath(to)))
        return format::failure(ui::messages::bookmarksNotRenamed(name, bookmarks.errorString(),
                                                                 QFileInfo(bookmarkPath(from)).fileName(),
                                                                 QFileInfo(bookmarkPath(to)).fileName())
                                   .toStdString());
    return {};
}

} // namespace stepscope::app
