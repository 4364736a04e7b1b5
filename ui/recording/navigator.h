#pragma once

#include "analysis/trace/traceview.h"
#include "ui/parts/backgroundjob.h"
#include "widgets/marks/bookmark.h"
#include "widgets/marks/opsearch.h"
#include "widgets/marks/spanplace.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

class BookmarksPanel;
class EditHistory;
class FindBar;

/// Navigation in a recording: search, stepping through instances, bookmarks, steps by number. Connects the timeline
/// with the search bar and the list of bookmarks.
class Navigator : public QObject
{
    Q_OBJECT

public:
    Navigator(widgets::TimelineWidget* timeline, QObject* parent);

    /// Widgets that RecordingPage lays out.
    [[nodiscard]] FindBar* findBar() const { return m_bar; }
    [[nodiscard]] BookmarksPanel* bookmarksPanel() const { return m_panel; }

    /// Undo and redo of bookmarks and rows.
    [[nodiscard]] EditHistory* history() const { return m_history; }

    void setView(const trace::TraceView& view);
    /// Ends the search and drops the view and the bookmarks.
    void clear();
    void setBookmarks(const widgets::Bookmarks& bookmarks);

    void openFind();
    /// Opens the search with a name as plain text.
    void findName(const QString& name);
    /// Ends the search and hides its bar.
    void leaveSearch();
    /// Goes to the next or previous instance of the search, else of the op chosen last. If the search still runs, the
    /// step follows when it ends.
    void step(bool forward);
    /// Sets the instance that step() starts from, and its op.
    void setPlace(std::uint32_t op, widgets::SpanPlace place);
    void addBookmark();
    /// `number` is that of the training (format::Step::index).
    void zoomToStepNumber(std::uint64_t number);

signals:
    /// The timeline shows another instance after step().
    void wentTo(std::uint32_t op, stepscope::widgets::SpanPlace place);
    void searchBegan(); ///< its highlight replaces others
    void message(const QString& oneLine);
    void bookmarksChanged(const stepscope::widgets::Bookmarks& bookmarks);
    void bookmarksRequested(); ///< show the list of bookmarks

private:
    using SearchResult = std::shared_ptr<const widgets::OpFinding>;

    void connectFind();
    void connectBookmarks();
    void connectHistory();
    void search(const widgets::OpQuery& query);
    void endSearch();
    void findOps();
    void takeResult(const SearchResult& result);
    void showPlace();
    void go(bool forward);
    void addBookmark(trace::TimeRange range);
    void changeBookmarks(const widgets::Bookmarks& bookmarks);
    [[nodiscard]] QString noteFor(trace::TimeRange range) const;
    [[nodiscard]] bool isSearching() const;

    widgets::TimelineWidget* m_timeline;
    FindBar* m_bar;
    BookmarksPanel* m_panel;
    EditHistory* m_history;
    trace::TraceView m_view;
    BackgroundJob m_search;
    SearchResult m_result;             ///< of m_query; null while the search runs
    widgets::OpQuery m_query;          ///< defines the instances that step() visits
    bool m_isHighlighted = false;      ///< the timeline highlights the result; false while stepping through one op
    std::optional<bool> m_pendingStep; ///< a step to take when the search ends; true = forward
    std::uint32_t m_op = 0;
    widgets::SpanPlace m_place;
    QTimer m_renew; ///< repeats the search while a recording grows
};

} // namespace stepscope::ui
