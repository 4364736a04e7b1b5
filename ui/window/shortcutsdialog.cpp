#include "ui/window/shortcutsdialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stepscope::ui {

ShortcutsDialog::ShortcutsDialog(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    auto* list = new QTreeWidget(this);
    list->setAccessibleName(tr("Shortcuts"));
    list->setHeaderLabels({tr("Key or gesture"), tr("Action")});
    list->setRootIsDecorated(false);
    list->setAlternatingRowColors(true);
    list->setAllColumnsShowFocus(true);
    for (const auto& [key, meaning] : shortcuts)
        new QTreeWidgetItem(list, {key, meaning});
    list->resizeColumnToContents(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addWidget(list);
    all->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 40);
}

} // namespace stepscope::ui
