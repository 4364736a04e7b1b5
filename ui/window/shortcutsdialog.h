#pragma once

#include <QDialog>
#include <QList>
#include <QPair>

namespace stepscope::ui {

/// Lists the keys of all actions and the mouse gestures of the timeline.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent = nullptr);
};

} // namespace stepscope::ui
