#pragma once

#include "analysis/trace/traceview.h"
#include "ui/opfinder.h"
#include "widgets/bookmark.h"
#include "widgets/spanplace.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>

namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

class BookmarksPanel;
class FindBar;

/// Finds its way through a recording: searches and steps through instances, bookmarks, steps by number. Connects the
/// timeline with the bar above it and the list of bookmarks.
class Navigator : public QObject
{
    Q_OBJECT

public:
    Navigator(widgets::TimelineWidget* timeline, QObject* parent);

    /// For the page to place.
    [[nodiscard]] FindBar* findBar() const { return m_bar; }
    [[nodiscard]] BookmarksPanel* bookmarksPanel() const { return m_panel; }

    void setView(const trace::TraceView& view);
    /// Another recording.
    void clear();
    void setBookmarks(const widgets::Bookmarks& bookmarks);

    void openFind();
    /// The next or previous instance: of what is searched for, else of the op that was chosen last. It may come a
    /// moment later: a long recording is searched first.
    void step(bool forward);
    /// The instance that steps start from, and its op; the op's shape of a step.
    void setPlace(std::uint32_t op, widgets::SpanPlace place);
    void addBookmark();
    /// By the number that the training gave it.
    void zoomToStepNumber(std::uint64_t number);

signals:
    /// A person went to an instance.
    void wentTo(std::uint32_t op, stepscope::widgets::SpanPlace place);
    void message(const QString& oneLine);
    void bookmarksChanged(const stepscope::widgets::Bookmarks& bookmarks);
    void bookmarksWanted(); ///< their list is to be seen

private:
    void connectFind();
    void connectBookmarks();
    void search(const widgets::OpQuery& query);
    void endSearch();
    void take(const OpFinder::Finding& finding);
    void showPlace();
    void go(bool forward);
    void addBookmark(trace::TimeRange range);
    void changeBookmarks(const widgets::Bookmarks& bookmarks);
    [[nodiscard]] QString noteFor(trace::TimeRange range) const;
    [[nodiscard]] bool isSearching() const;

    widgets::TimelineWidget* m_timeline;
    FindBar* m_bar;
    BookmarksPanel* m_panel;
    trace::TraceView m_view;
    OpFinder m_finder;
    OpFinder::Finding m_finding;       ///< of m_query; null while it is searched for
    widgets::OpQuery m_query;          ///< what stepping goes through
    bool m_lit = false;                ///< it is shown in the lanes: a search, not only an op that is stepped through
    std::optional<bool> m_stepWaiting; ///< forward or back, when the search is done
    std::uint32_t m_op = 0;
    widgets::SpanPlace m_place;
    QTimer m_renew; ///< while a recording grows
};

} // namespace stepscope::ui
