#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stepscope::ui {

/// Asks for the file to export to; empty = cancelled. The dialog opens in the folder of the latest export, before the
/// first one in the folder for documents, and proposes `name`. A name without a suffix gets that of the chosen filter
/// ("Tables (*.csv)"), before the dialog asks whether the file may be replaced.
[[nodiscard]] QString askSavePath(QWidget* parent, const QString& title, const QString& name,
                                  const QStringList& filters);
/// Asks for the folder to export to; empty = cancelled. Opens in the same folder as askSavePath().
[[nodiscard]] QString askExportFolder(QWidget* parent, const QString& title);

} // namespace stepscope::ui
