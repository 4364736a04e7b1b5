#pragma once

#include "widgets/marks/bookmark.h"

#include <QWidget>

#include <cstddef>
#include <cstdint>

class QLabel;
class QLayout;
class QToolButton;
class QTreeWidget;

namespace stepscope::ui {

/// The list of bookmarks: go to a bookmark, edit its note, delete it. It is passive: changed() carries the complete new
/// list.
class BookmarksPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BookmarksPanel(QWidget* parent = nullptr);

    /// Shows times relative to `start`, in ns.
    void setBookmarks(const widgets::Bookmarks& bookmarks, std::int64_t start);
    void select(std::size_t index);
    /// Opens the editor of a note.
    void editNote(std::size_t index);

signals:
    void activated(std::size_t index);
    void changed(const stepscope::widgets::Bookmarks& bookmarks);
    void addRequested();
    void done(); ///< the editor of a note was closed

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Column { Time, Length, Note };

    void buildList();
    QLayout* buildButtons();

    void removeChosen();
    void updateButtons();

    widgets::Bookmarks m_bookmarks;
    QTreeWidget* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QToolButton* m_remove = nullptr;
    bool m_filling = false; ///< ignore itemChanged while filling the list
};

} // namespace stepscope::ui
