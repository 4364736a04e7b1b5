#include "ui/window/shortcutsdialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

ShortcutsDialog::ShortcutsDialog(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent)
    : QDialog(parent)
    , m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Shortcuts"));
    auto* words = new QLineEdit(this);
    words->setObjectName(QStringLiteral("shortcutWords"));
    words->setPlaceholderText(tr("Find a key or an action"));
    words->setAccessibleName(tr("Find a key or an action"));
    words->setClearButtonEnabled(true);
    connect(words, &QLineEdit::textChanged, this, &ShortcutsDialog::find);
    m_list->setObjectName(QStringLiteral("shortcuts"));
    m_list->setAccessibleName(tr("Shortcuts"));
    m_list->setHeaderLabels({tr("Key or gesture"), tr("Action")});
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(fontMetrics().averageCharWidth() * 2);
    m_list->setAllColumnsShowFocus(true);
    fill(shortcuts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addWidget(words);
    all->addWidget(m_list);
    all->addWidget(buttons);
    fitColumns();
}

void ShortcutsDialog::openOver(const QList<QPair<QString, QString>>& shortcuts, QWidget* parent)
{
    auto* dialog = new ShortcutsDialog(shortcuts, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ShortcutsDialog::fill(const QList<QPair<QString, QString>>& shortcuts)
{
    const QString others = tr("Window");
    const auto groupOf = [&](const QString& title) {
        const QList<QTreeWidgetItem*> known = m_list->findItems(title, Qt::MatchExactly, 0);
        if (!known.isEmpty())
            return known.first();
        auto* group = new QTreeWidgetItem(m_list, {title});
        QFont bold = m_list->font();
        bold.setBold(true);
        group->setFont(0, bold);
        group->setFlags(Qt::ItemIsEnabled);
        group->setFirstColumnSpanned(true);
        return group;
    };
    for (const auto& [key, meaning] : shortcuts) {
        const qsizetype colon = meaning.indexOf(QLatin1String(": "));
        const bool hasGroup = colon > 0 && !meaning.left(colon).contains(QLatin1Char(' '));
        new QTreeWidgetItem(groupOf(hasGroup ? meaning.left(colon) : others),
                            {key, hasGroup ? meaning.mid(colon + 2) : meaning});
    }
    m_list->expandAll();
}

/// Both columns show their texts whole, as far as the screen has room.
void ShortcutsDialog::fitColumns()
{
    const QAbstractItemView* list = m_list;
    const int keys = std::max(list->sizeHintForColumn(0), m_list->header()->sectionSizeHint(0));
    m_list->header()->resizeSection(0, keys);
    const QMargins margins = layout()->contentsMargins();
    const int edges = margins.left() + margins.right() + 2 * m_list->frameWidth() +
                      m_list->verticalScrollBar()->sizeHint().width() + fontMetrics().averageCharWidth();
    const QSize wanted(keys + list->sizeHintForColumn(1) + edges, fontMetrics().height() * 40);
    resize(wanted.boundedTo(screen()->availableSize()));
}

void ShortcutsDialog::find(const QString& words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_list->topLevelItem(i);
        bool isAnyShown = false;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem* line = group->child(j);
            const QString text = group->text(0) + QLatin1Char(' ') + line->text(0) + QLatin1Char(' ') + line->text(1);
            const bool isShown = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) {
                return text.contains(word, Qt::CaseInsensitive);
            });
            line->setHidden(!isShown);
            isAnyShown = isAnyShown || isShown;
        }
        group->setHidden(!isAnyShown);
    }
}

} // namespace stepscope::ui
