#pragma once

#include <QString>

#include <string_view>

/// What the window says of files; one line each. Paths and names come as they are shown.
namespace stepscope::ui::messages {

// While it works.
[[nodiscard]] QString opening(const QString& path);
[[nodiscard]] QString openingTwo();
[[nodiscard]] QString reading(qsizetype recordings);
[[nodiscard]] QString writing(const QString& path);
[[nodiscard]] QString writingCsv(const QString& folder);
[[nodiscard]] QString exporting(qsizetype recordings, const QString& folder);

// What was written.
[[nodiscard]] QString fileWritten(const QString& path);
[[nodiscard]] QString figureWritten(const QString& path);
[[nodiscard]] QString csvWritten(const QString& folder);
[[nodiscard]] QString exported(qsizetype written, qsizetype recordings, const QString& folder);

// Of a comparison.
[[nodiscard]] QString secondIsLive();
[[nodiscard]] QString refreshedWhileRecording();
[[nodiscard]] QString bothStayInMemory();
[[nodiscard]] QString memoryOfComparison(double secondBytes, double windowBytes);

// Of a recording in a list.
[[nodiscard]] QString notReadable(const QString& error);
[[nodiscard]] QString headerMissing();
[[nodiscard]] QString fileMissing();

/// A recording is not renamed. `reason`: one of the four below.
[[nodiscard]] QString notRenamed(const QString& name, const QString& reason);
[[nodiscard]] QString badName();
[[nodiscard]] QString runNotFetched();
[[nodiscard]] QString nameExists(const QString& name);
[[nodiscard]] QString folderRefuses(const QString& error);
[[nodiscard]] QString bookmarksNotRenamed(const QString& name, const QString& error, const QString& from,
                                          const QString& to);

[[nodiscard]] QString bookmarksNotReadable(const QString& path, const QString& error);
/// `copy`: where the file was copied to; empty = nowhere.
[[nodiscard]] QString noBookmarkReadable(const QString& path, const QString& copy);
[[nodiscard]] QString someBookmarksNotReadable(qsizetype lost, qsizetype bookmarks, const QString& path,
                                               const QString& copy);
[[nodiscard]] QString bookmarksNotSaved(const QString& path, const QString& error);
/// The file of the open recording does not exist any more.
[[nodiscard]] QString bookmarksOfMovedRecording(const QString& recording);

/// `files`: those of the last session that are gone.
[[nodiscard]] QString leftOutOfSession(const QString& files);
[[nodiscard]] QString tableNeedsCsv();
[[nodiscard]] QString studyCancelled();
/// Of an exporter, by its summary().
[[nodiscard]] QString exporterName(std::string_view summary);
/// The name of a study that is made of some recordings.
[[nodiscard]] QString studyName(qsizetype recordings);

} // namespace stepscope::ui::messages
