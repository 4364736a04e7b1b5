#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stepscope::ui {

/// A name to propose: "run-fold.png" for "run.stepscope", "fold" and "png"; "run.png" for an empty part. The recording
/// is the windowFilePath() of the widget or the nearest of its parents that has one; without one, "recording".
[[nodiscard]] QString exportName(const QWidget* widget, const QString& part, const QString& suffix);
/// Asks for the file to export to; empty = cancelled. The dialog opens in the folder of the latest export, before the
/// first one in the folder for documents, and proposes `name`. A name without a suffix gets that of the chosen filter
/// ("Tables (*.csv)"), before the dialog asks whether the file may be replaced.
[[nodiscard]] QString askSavePath(QWidget* parent, const QString& title, const QString& name,
                                  const QStringList& filters);
/// Asks for the folder to export to; empty = cancelled. Opens in the same folder as askSavePath().
[[nodiscard]] QString askExportFolder(QWidget* parent, const QString& title);

} // namespace stepscope::ui
