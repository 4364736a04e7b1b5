#include "ui/messages/filetexts.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace stepscope::ui::messages {
namespace {

struct FileTexts
{
    Q_DECLARE_TR_FUNCTIONS(FileTexts)
};

QString megabytes(double bytes)
{
    return QString::number(bytes * 1e-6, 'f', 0);
}

QString withCopy(const QString& what, const QString& copy)
{
    return copy.isEmpty()
               ? FileTexts::tr("%1; the file could not be copied: copy it yourself before you set a bookmark, "
                               "which replaces it.")
                     .arg(what)
               : FileTexts::tr("%1; a copy of the file is %2.").arg(what, copy);
}

} // namespace

QString opening(const QString& path)
{
    return FileTexts::tr("Opening %1").arg(path);
}

QString openingTwo()
{
    return FileTexts::tr("Opening two recordings");
}

QString reading(qsizetype recordings)
{
    return FileTexts::tr("Reading %1 recordings").arg(recordings);
}

QString writing(const QString& path)
{
    return FileTexts::tr("Writing %1").arg(path);
}

QString writingCsv(const QString& folder)
{
    return FileTexts::tr("Writing CSV files to %1").arg(folder);
}

QString exporting(qsizetype recordings, const QString& folder)
{
    return FileTexts::tr("Exporting %1 recordings to %2").arg(QString::number(recordings), folder);
}

QString fileWritten(const QString& path)
{
    return FileTexts::tr("The file is %1").arg(path);
}

QString figureWritten(const QString& path)
{
    return FileTexts::tr("The figure is in %1").arg(path);
}

QString csvWritten(const QString& folder)
{
    return FileTexts::tr("The CSV files are in %1").arg(folder);
}

QString exported(qsizetype written, qsizetype recordings, const QString& folder)
{
    return FileTexts::tr("%1 of %2 recordings are exported to %3")
        .arg(QString::number(written), QString::number(recordings), folder);
}

QString secondIsLive()
{
    return FileTexts::tr("The second recording is of a capture in progress");
}

QString refreshedWhileRecording()
{
    return FileTexts::tr("Refreshed while it records, at most twice a second");
}

QString bothStayInMemory()
{
    return FileTexts::tr("Both recordings stay in memory until the comparison is closed");
}

QString memoryOfComparison(double secondBytes, double windowBytes)
{
    return FileTexts::tr("The second recording takes %1 MB of memory, the window %2 MB")
        .arg(megabytes(secondBytes), megabytes(windowBytes));
}

QString notReadable(const QString& error)
{
    return FileTexts::tr("It cannot be read: %1.").arg(error);
}

QString headerMissing()
{
    return FileTexts::tr("It is damaged: its header is missing.");
}

QString fileMissing()
{
    return FileTexts::tr("The file is missing: it was moved or deleted.");
}

QString notRenamed(const QString& name, const QString& reason)
{
    return FileTexts::tr("%1 keeps its name: %2.").arg(name, reason);
}

QString badName()
{
    return FileTexts::tr("a name has no slash and does not start with a dot; choose another one");
}

QString runNotFetched()
{
    return FileTexts::tr(
        "its run is not fetched whole; on the start page, continue it or remove it from the list, then "
        "rename it");
}

QString nameExists(const QString& name)
{
    return FileTexts::tr("%1 exists already; choose another name").arg(name);
}

QString folderRefuses(const QString& error)
{
    return FileTexts::tr("%1; check the permissions of its folder").arg(error);
}

QString bookmarksNotRenamed(const QString& name, const QString& error, const QString& from, const QString& to)
{
    return FileTexts::tr("%1 is renamed, but its bookmarks are not: %2. Rename %3 to %4 by hand.")
        .arg(name, error, from, to);
}

QString bookmarksNotReadable(const QString& path, const QString& error)
{
    return FileTexts::tr("The bookmarks in %1 cannot be read: %2. Check its permissions.").arg(path, error);
}

QString noBookmarkReadable(const QString& path, const QString& copy)
{
    return withCopy(FileTexts::tr("No bookmark can be read in %1").arg(path), copy);
}

QString someBookmarksNotReadable(qsizetype lost, qsizetype bookmarks, const QString& path, const QString& copy)
{
    return withCopy(FileTexts::tr("%1 of %2 bookmarks cannot be read in %3")
                        .arg(QString::number(lost), QString::number(bookmarks), path),
                    copy);
}

QString bookmarksNotSaved(const QString& path, const QString& error)
{
    return FileTexts::tr(
               "Bookmarks cannot be saved as %1: %2. They stay until the recording is closed; copy it to a folder "
               "that you may write to in order to keep them.")
        .arg(path, error);
}

QString bookmarksOfMovedRecording(const QString& recording)
{
    return FileTexts::tr(
               "Bookmarks are not saved: the recording %1 was moved or removed. They stay until it is closed; "
               "move it back and change a bookmark in order to keep them.")
        .arg(recording);
}

QString leftOutOfSession(const QString& files)
{
    return FileTexts::tr(
               "Of the last session, %1 does not exist any more and was left out. Open it with File > Open if it "
               "was moved.")
        .arg(files);
}

QString tableNeedsCsv()
{
    return FileTexts::tr("Nothing was written: a table is data, so the name of its file must end in .csv.");
}

QString studyCancelled()
{
    return FileTexts::tr("The study was not opened: it was cancelled.");
}

QString exporterName(std::string_view summary)
{
    static constexpr const char* kTranslated[] = {
        QT_TRANSLATE_NOOP("FileTexts", "Chrome trace (JSON)"),
        QT_TRANSLATE_NOOP("FileTexts", "Folded stacks for flame graphs"),
        QT_TRANSLATE_NOOP("FileTexts", "NumPy arrays"),
        QT_TRANSLATE_NOOP("FileTexts", "One table of all samples (CSV)"),
        QT_TRANSLATE_NOOP("FileTexts", "Perfetto trace"),
        QT_TRANSLATE_NOOP("FileTexts", "Profile for pprof: time and energy of ops"),
        QT_TRANSLATE_NOOP("FileTexts", "Report with figures (HTML)"),
    };
    const auto* const known = std::find(std::begin(kTranslated), std::end(kTranslated), summary);
    return known != std::end(kTranslated) ? FileTexts::tr(*known)
                                          : QString::fromUtf8(summary.data(), static_cast<qsizetype>(summary.size()));
}

QString studyName(qsizetype recordings)
{
    return FileTexts::tr("%1 recordings").arg(recordings);
}

} // namespace stepscope::ui::messages
