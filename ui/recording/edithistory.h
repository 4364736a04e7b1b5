#pragma once

#include "widgets/marks/bookmark.h"
#include "widgets/rows/rowarrangement.h"

#include <QObject>
#include <QUndoStack>

#include <functional>

namespace stepscope::ui {

/// Undo and redo of what the user changes on the recording page: bookmarks, and the arrangement of the rows.
class EditHistory : public QObject
{
    Q_OBJECT

public:
    /// Applies a state; the change that results from it is not recorded again.
    struct Appliers
    {
        std::function<void(const widgets::RowArrangement&)> arrange;
        /// The bookmarks now, and sets others.
        std::function<widgets::Bookmarks()> bookmarks;
        std::function<void(const widgets::Bookmarks&)> setBookmarks;
    };

    EditHistory(Appliers appliers, QObject* parent);

    [[nodiscard]] QUndoStack* stack() { return &m_stack; }
    /// The user chose another arrangement.
    void arranged(const widgets::RowArrangement& before, const widgets::RowArrangement& after);
    /// The user changed the bookmarks. Undoing removes and adds only the bookmarks that changed, so that changes by
    /// another window stay.
    void bookmarked(const widgets::Bookmarks& before, const widgets::Bookmarks& after);
    /// Another recording: its bookmarks are others, so the history ends.
    void clear() { m_stack.clear(); }

private:
    void apply(const std::function<void()>& change);
    void exchangeBookmarks(const widgets::Bookmarks& removed, const widgets::Bookmarks& added);

    Appliers m_appliers;
    QUndoStack m_stack;
    bool m_isApplying = false;
};

} // namespace stepscope::ui
