#include "ui/recording/edithistory.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kMostCommands = 200;

/// A change that has already happened when it is pushed.
class Change : public QUndoCommand
{
public:
    Change(const QString& text, std::function<void()> undo, std::function<void()> redo)
        : QUndoCommand(text)
        , m_undo(std::move(undo))
        , m_redo(std::move(redo))
    {}

    void undo() override { m_undo(); }
    void redo() override
    {
        if (std::exchange(m_hasHappened, true))
            m_redo();
    }

private:
    std::function<void()> m_undo;
    std::function<void()> m_redo;
    bool m_hasHappened = false;
};

/// Those of `all` that `others` does not have.
widgets::Bookmarks without(widgets::Bookmarks all, const widgets::Bookmarks& others)
{
    for (const widgets::Bookmark& other : others)
        all.removeOne(other);
    return all;
}

QString bookmarkText(qsizetype removed, qsizetype added)
{
    if (removed == 0)
        return added == 1 ? EditHistory::tr("add a bookmark") : EditHistory::tr("add bookmarks");
    if (added == 0)
        return removed == 1 ? EditHistory::tr("delete a bookmark") : EditHistory::tr("delete bookmarks");
    return EditHistory::tr("edit a bookmark");
}

} // namespace

EditHistory::EditHistory(Appliers appliers, QObject* parent)
    : QObject(parent)
    , m_appliers(std::move(appliers))
{
    m_stack.setUndoLimit(kMostCommands);
}

void EditHistory::apply(const std::function<void()>& change)
{
    m_isApplying = true;
    change();
    m_isApplying = false;
}

void EditHistory::arranged(const widgets::RowArrangement& before, const widgets::RowArrangement& after)
{
    if (m_isApplying || before == after)
        return;
    const auto arrange = [this](const widgets::RowArrangement& state) {
        return [this, state] { apply([&] { m_appliers.arrange(state); }); };
    };
    m_stack.push(new Change(tr("arrange the rows"), arrange(before), arrange(after)));
}

void EditHistory::bookmarked(const widgets::Bookmarks& before, const widgets::Bookmarks& after)
{
    const widgets::Bookmarks removed = without(before, after);
    const widgets::Bookmarks added = without(after, before);
    if (m_isApplying || (removed.isEmpty() && added.isEmpty()))
        return;
    m_stack.push(new Change(
        bookmarkText(removed.size(), added.size()), [this, removed, added] { exchangeBookmarks(added, removed); },
        [this, removed, added] { exchangeBookmarks(removed, added); }));
}

void EditHistory::exchangeBookmarks(const widgets::Bookmarks& removed, const widgets::Bookmarks& added)
{
    widgets::Bookmarks all = without(m_appliers.bookmarks(), removed);
    all += without(added, all);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
    apply([&] { m_appliers.setBookmarks(all); });
}

} // namespace stepscope::ui
