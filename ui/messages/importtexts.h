#pragma once

#include <QString>

/// What the window says of imported files; one line each.
namespace stepscope::ui::messages {

// How a file was aligned with the others.
[[nodiscard]] QString alignedByClock();
[[nodiscard]] QString alignedByClockAndActivity();
/// `correlation`: 0..1
[[nodiscard]] QString alignedByActivity(double correlation);
[[nodiscard]] QString notAligned();

/// The kind of a file that needs no importer.
[[nodiscard]] QString recordingKind();
[[nodiscard]] QString memoryExhausted(const QString& error);
[[nodiscard]] QString correctedTimesWritten(const QString& path);
[[nodiscard]] QString correctedTimesNotWritten(const QString& path, const QString& error);

} // namespace stepscope::ui::messages
