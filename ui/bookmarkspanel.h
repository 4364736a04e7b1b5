#pragma once

#include "widgets/bookmark.h"

#include <QWidget>

#include <cstddef>
#include <cstdint>

class QLabel;
class QToolButton;
class QTreeWidget;

namespace stepscope::ui {

/// The list of bookmarks: go to one, write its note, delete it. Passive: changes go out as a whole new list.
class BookmarksPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BookmarksPanel(QWidget* parent = nullptr);

    /// Times are told from `start` on, ns.
    void setBookmarks(const widgets::Bookmarks& bookmarks, std::int64_t start);
    void select(std::size_t index);
    /// Puts the keyboard into a note.
    void editNote(std::size_t index);

signals:
    void activated(std::size_t index);
    void changed(const stepscope::widgets::Bookmarks& bookmarks);
    void addWanted();
    void done(); ///< a note was written

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void removeChosen();
    void updateButtons();

    widgets::Bookmarks m_bookmarks;
    QTreeWidget* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QToolButton* m_remove = nullptr;
    bool m_filling = false; ///< changes are ours, not a person's
};

} // namespace stepscope::ui
