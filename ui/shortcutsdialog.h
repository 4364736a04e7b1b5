#pragma once

#include <QDialog>
#include <QList>
#include <QPair>

namespace stepscope::ui {

/// The list of keys and gestures.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent = nullptr);
};

} // namespace stepscope::ui
