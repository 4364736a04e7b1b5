#include "ui/recording/panels/bookmarkspanel.h"

#include "ui/parts/plaintext.h"
#include "widgets/tracks/valuetext.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <functional>
#include <vector>

namespace stepscope::ui {

namespace {

constexpr qsizetype kLongestNote = 2000;

} // namespace

BookmarksPanel::BookmarksPanel(QWidget* parent)
    : QWidget(parent)
    , m_list(new QTreeWidget(this))
    , m_empty(
          plainLabel(tr("No bookmarks yet. Press M to bookmark the selection, or the time below the pointer."), this))
    , m_remove(new QToolButton(this))
{
    buildList();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(buildButtons());
    all->addWidget(m_list, 1);
    all->addWidget(m_empty, 1);

    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &BookmarksPanel::updateButtons);
    connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        emit activated(static_cast<std::size_t>(m_list->indexOfTopLevelItem(item)));
    });
    connect(m_list, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem* item) { m_list->editItem(item, Note); });
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        const int index = m_list->indexOfTopLevelItem(item);
        if (m_filling || column != Note || index < 0 || index >= m_bookmarks.size())
            return;
        m_bookmarks[index].note = item->text(Note).left(kLongestNote);
        emit changed(widgets::Bookmarks(m_bookmarks));
        emit done();
    });
    setBookmarks({}, 0);
}

void BookmarksPanel::buildList()
{
    m_list->setObjectName(QStringLiteral("bookmarks"));
    m_list->setAccessibleName(tr("Bookmarks"));
    m_list->setHeaderLabels({tr("Time"), tr("Length"), tr("Note")});
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setUniformRowHeights(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers); // editNote() opens the editor of the notes
    m_list->header()->setSectionResizeMode(Time, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(Length, QHeaderView::ResizeToContents);
    m_list->installEventFilter(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setEnabled(false);
}

QLayout* BookmarksPanel::buildButtons()
{
    auto* add = new QToolButton(this);
    add->setText(tr("Add"));
    add->setToolTip(tr("Bookmark the selection or the middle of the view (M)"));
    m_remove->setText(tr("Delete"));
    m_remove->setToolTip(tr("Delete the selected bookmarks (Del)"));
    for (QToolButton* button : {add, m_remove})
        button->setAutoRaise(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 2, 8, 2);
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addStretch(1);
    connect(add, &QToolButton::clicked, this, &BookmarksPanel::addRequested);
    connect(m_remove, &QToolButton::clicked, this, &BookmarksPanel::removeChosen);
    return row;
}

void BookmarksPanel::setBookmarks(const widgets::Bookmarks& bookmarks, std::int64_t start)
{
    m_filling = true;
    m_bookmarks = bookmarks;
    // Existing rows are reused, so that the editor of a note stays open.
    while (m_list->topLevelItemCount() > m_bookmarks.size())
        delete m_list->takeTopLevelItem(m_list->topLevelItemCount() - 1);
    for (int i = 0; i < m_bookmarks.size(); ++i) {
        const widgets::Bookmark& bookmark = m_bookmarks[i];
        QTreeWidgetItem* item = m_list->topLevelItem(i);
        if (!item) {
            item = new QTreeWidgetItem(m_list);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setTextAlignment(Time, Qt::AlignVCenter | Qt::AlignRight);
            item->setTextAlignment(Length, Qt::AlignVCenter | Qt::AlignRight);
        }
        item->setText(Time, widgets::timeText(bookmark.range.begin - start, 1'000'000));
        item->setText(Length, bookmark.range.isEmpty() ? QString() : widgets::durationText(bookmark.range.duration()));
        item->setText(Note, bookmark.note);
        item->setToolTip(Note, bookmark.note);
    }
    m_filling = false;
    m_list->setVisible(!m_bookmarks.isEmpty());
    m_empty->setVisible(m_bookmarks.isEmpty());
    updateButtons();
}

void BookmarksPanel::select(std::size_t index)
{
    if (QTreeWidgetItem* item = m_list->topLevelItem(static_cast<int>(index)))
        m_list->setCurrentItem(item);
}

void BookmarksPanel::editNote(std::size_t index)
{
    QTreeWidgetItem* item = m_list->topLevelItem(static_cast<int>(index));
    if (!item)
        return;
    m_list->setCurrentItem(item, Note);
    m_list->setFocus();
    m_list->editItem(item, Note);
}

void BookmarksPanel::removeChosen()
{
    std::vector<int> chosen;
    for (QTreeWidgetItem* item : m_list->selectedItems())
        chosen.push_back(m_list->indexOfTopLevelItem(item));
    std::sort(chosen.begin(), chosen.end(), std::greater<>());
    if (chosen.empty())
        return;
    for (const int index : chosen)
        m_bookmarks.removeAt(index);
    emit changed(widgets::Bookmarks(m_bookmarks));
}

void BookmarksPanel::updateButtons()
{
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
}

bool BookmarksPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        removeChosen();
        return true;
    case Qt::Key_F2:
        if (QTreeWidgetItem* item = m_list->currentItem())
            m_list->editItem(item, Note);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (QTreeWidgetItem* item = m_list->currentItem())
            emit activated(static_cast<std::size_t>(m_list->indexOfTopLevelItem(item)));
        return true;
    default:
        return false;
    }
}

} // namespace stepscope::ui
