#pragma once

#include <QDialog>
#include <QList>
#include <QPair>
#include <QString>

class QTreeWidget;

namespace stepscope::ui {

/// The keys and gestures in groups, with a field that finds them.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    /// Pairs of key and meaning, see WindowActions::shortcutList(). A meaning such as "Timeline: pan" is in the group
    /// "Timeline".
    explicit ShortcutsDialog(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent = nullptr);
    /// Opens a dialog that is deleted when it is closed.
    static void openOver(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent);

private:
    void fill(const QList<QPair<QString, QString>>& shortcuts);
    void fitColumns();
    /// Shows the lines whose key or meaning contains all words.
    void find(const QString& words);

    QTreeWidget* m_list = nullptr;
};

} // namespace stepscope::ui
