#include "ui/recording/navigator.h"

#include "ui/parts/quantities.h"
#include "ui/recording/edithistory.h"
#include "ui/recording/findbar.h"
#include "ui/recording/panels/bookmarkspanel.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timelinewidget.h"

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kRenewMs = 2000;

/// Index of the first step whose number is at least `number`. Step numbers increase, so it is a binary search.
std::size_t stepAt(const trace::TraceView& view, std::uint64_t number)
{
    std::size_t first = 0;
    for (std::size_t size = view.stepCount(); size > 0;) {
        const std::size_t half = size / 2;
        if (view.step(first + half).index < number) {
            first += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return first;
}

} // namespace

Navigator::Navigator(widgets::TimelineWidget* timeline, QObject* parent)
    : QObject(parent)
    , m_timeline(timeline)
    , m_bar(new FindBar(timeline->parentWidget()))
    , m_panel(new BookmarksPanel(timeline->parentWidget()))
    , m_history(new EditHistory({.arrange = [timeline](const auto& state) { timeline->rowArranger()->choose(state); },
                                 .bookmarks = [timeline] { return timeline->navigation()->bookmarks(); },
                                 .setBookmarks = [this](const auto& all) { changeBookmarks(all); }},
                                this))
{
    m_renew.setSingleShot(true);
    m_renew.setInterval(kRenewMs);
    connectFind();
    connectBookmarks();
    connectHistory();
}

void Navigator::connectHistory()
{
    connect(m_timeline->rowArranger(), &widgets::RowArranger::chosen, m_history, &EditHistory::arranged);
}

void Navigator::connectFind()
{
    connect(m_bar, &FindBar::queryChanged, this, &Navigator::search);
    connect(m_bar, &FindBar::stepRequested, this, &Navigator::step);
    connect(m_bar, &FindBar::closed, this, [this] {
        endSearch();
        m_timeline->setFocus();
    });
    connect(m_bar, &FindBar::opRequested, this, [this](std::uint32_t op) {
        widgets::OpQuery only;
        only.op = op;
        m_pendingStep = true;
        search(only);
    });
    connect(&m_renew, &QTimer::timeout, this, &Navigator::findOps);
    const widgets::Navigation* navigation = m_timeline->navigation();
    connect(navigation, &widgets::Navigation::instanceRequested, this, &Navigator::step);
    connect(navigation, &widgets::Navigation::opRequested, this, [this](std::uint32_t op) {
        widgets::OpQuery all;
        all.op = op;
        search(all);
    });
    connect(m_timeline, &widgets::TimelineWidget::cleared, this, [this] {
        if (m_bar->isVisible() || m_isHighlighted)
            leaveSearch();
    });
}

void Navigator::leaveSearch()
{
    m_bar->hide();
    endSearch();
}

void Navigator::connectBookmarks()
{
    connect(m_timeline->navigation(), &widgets::Navigation::bookmarkRequested, this,
            qOverload<trace::TimeRange>(&Navigator::addBookmark));
    const auto go = [this](std::size_t index) {
        const widgets::Bookmarks& all = m_timeline->navigation()->bookmarks();
        if (index >= static_cast<std::size_t>(all.size()))
            return;
        const trace::TimeRange range = all[static_cast<qsizetype>(index)].range;
        widgets::TimeAxis* axis = m_timeline->axis();
        if (range.isEmpty()) {
            // A moment has no length: it is centred at the current zoom.
            const std::int64_t half = axis->range().duration() / 2;
            axis->zoomTo({range.begin - half, range.begin + half});
        } else {
            axis->setSelection(range);
            axis->zoomTo({range.begin - range.duration() / 8, range.end + range.duration() / 8});
        }
        m_panel->select(index);
    };
    connect(m_timeline, &widgets::TimelineWidget::bookmarkActivated, this, go);
    connect(m_panel, &BookmarksPanel::activated, this, go);
    connect(m_panel, &BookmarksPanel::changed, this, &Navigator::changeBookmarks);
    connect(m_panel, &BookmarksPanel::addRequested, this, qOverload<>(&Navigator::addBookmark));
    connect(m_panel, &BookmarksPanel::done, this, [this] { m_timeline->setFocus(); });
}

bool Navigator::isSearching() const
{
    return m_isHighlighted && !m_query.isEmpty();
}

void Navigator::search(const widgets::OpQuery& query)
{
    m_isHighlighted = true;
    if (query.isEmpty()) {
        endSearch();
        return;
    }
    emit searchBegan();
    m_query = query;
    m_result.reset();
    m_timeline->focusOp(0);
    findOps();
}

void Navigator::endSearch()
{
    m_renew.stop();
    m_search.cancel();
    m_query = {};
    m_result.reset();
    m_pendingStep.reset();
    m_isHighlighted = false;
    m_timeline->navigation()->setHighlighted(nullptr);
}

void Navigator::findOps()
{
    m_search.start(
        [view = m_view, query = m_query](const std::stop_token& stop) -> SearchResult {
            return std::make_shared<widgets::OpFinding>(widgets::findOps(view, query, stop));
        },
        [this](const SearchResult& result) { takeResult(result); });
}

void Navigator::takeResult(const SearchResult& result)
{
    m_result = result;
    if (m_isHighlighted) {
        m_timeline->navigation()->setHighlighted(result->instances);
        if (result->query == m_bar->query())
            m_bar->setFinding(*result);
        showPlace();
    }
    if (m_pendingStep)
        go(*std::exchange(m_pendingStep, std::nullopt));
}

void Navigator::showPlace()
{
    if (!m_result || !m_result->instances || !m_bar->isVisible())
        return;
    const auto rank = m_result->instances->rankOf(m_place);
    m_bar->setPlace(rank, m_result->instances->count());
    const auto text = [](std::string_view utf8) {
        return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    };
    m_bar->setCurrentOp(rank ? text(m_view.opName(m_op)) : QString(), rank ? text(m_view.opShapes(m_op)) : QString());
}

void Navigator::step(bool forward)
{
    if (!isSearching()) {
        if (m_op == 0) {
            openFind();
            return;
        }
        if (m_query.op != m_op || !m_result) {
            m_query = {};
            m_query.op = m_op;
            m_result.reset();
            m_pendingStep = forward;
            findOps();
            return;
        }
    }
    if (m_result)
        go(forward);
    else
        m_pendingStep = forward;
}

void Navigator::go(bool forward)
{
    const auto& instances = m_result->instances;
    if (!instances || instances->count() == 0)
        return;
    const trace::TimeRange range = m_timeline->axis()->range();
    const bool fromPlace = !m_place.isNone() && m_op != 0;
    std::optional<widgets::SpanPlace> next;
    if (fromPlace)
        next = forward ? instances->after(m_place) : instances->before(m_place);
    else
        next = forward ? instances->after(range.begin) : instances->before(range.end);
    // The result may be of an older view of a growing recording, in which lanes can differ.
    if (!next || next->lane >= m_view.lanes().size() || next->index >= m_view.lanes()[next->lane].size())
        return;
    m_place = *next;
    m_op = m_view.lanes()[next->lane].span(next->index).op;
    m_timeline->focusOp(isSearching() ? 0 : m_op);
    m_timeline->goToSpan(next->lane, next->index);
    showPlace();
    emit wentTo(m_op, m_place);
}

void Navigator::setPlace(std::uint32_t op, widgets::SpanPlace place)
{
    m_op = op;
    m_place = place;
    showPlace();
}

void Navigator::openFind()
{
    m_bar->open();
    if (!m_bar->query().isEmpty() && !isSearching())
        search(m_bar->query());
}

void Navigator::findName(const QString& name)
{
    m_bar->setPlainText(name);
    openFind();
}

void Navigator::setView(const trace::TraceView& view)
{
    const bool grew = view.spanCount() != m_view.spanCount();
    const bool starts = view.extent().begin != m_view.extent().begin;
    m_view = view;
    if (starts)
        m_panel->setBookmarks(m_timeline->navigation()->bookmarks(), view.extent().begin);
    if (grew && !m_query.isEmpty() && !m_renew.isActive() && !m_search.isBusy())
        m_renew.start();
}

void Navigator::clear()
{
    endSearch();
    m_bar->hide();
    m_bar->clear();
    m_view = {};
    m_op = 0;
    m_place = {};
    m_history->clear();
    setBookmarks({});
}

void Navigator::setBookmarks(const widgets::Bookmarks& bookmarks)
{
    m_timeline->navigation()->setBookmarks(bookmarks);
    m_panel->setBookmarks(bookmarks, m_view.extent().begin);
}

void Navigator::changeBookmarks(const widgets::Bookmarks& bookmarks)
{
    m_history->bookmarked(m_timeline->navigation()->bookmarks(), bookmarks);
    setBookmarks(bookmarks);
    emit bookmarksChanged(bookmarks);
}

QString Navigator::noteFor(trace::TimeRange range) const
{
    const std::size_t step = m_view.stepLowerBound(range.begin);
    if (step < m_view.stepCount() && m_view.step(step).start <= range.begin)
        return tr("step %1").arg(m_view.step(step).index);
    return tr("bookmark");
}

void Navigator::addBookmark()
{
    addBookmark(m_timeline->navigation()->placeOfInterest());
}

void Navigator::addBookmark(trace::TimeRange range)
{
    widgets::Bookmarks all = m_timeline->navigation()->bookmarks();
    const auto after = std::upper_bound(all.begin(), all.end(), range.begin,
                                        [](std::int64_t time, const auto& other) { return time < other.range.begin; });
    const auto index = static_cast<std::size_t>(after - all.begin());
    all.insert(static_cast<qsizetype>(index), {range, noteFor(range)});
    changeBookmarks(all);
    emit bookmarksRequested();
    m_panel->editNote(index);
}

void Navigator::zoomToStepNumber(std::uint64_t number)
{
    const std::size_t step = stepAt(m_view, number);
    if (step < m_view.stepCount() && m_view.step(step).index == number) {
        m_timeline->zoomToStep(step);
        m_timeline->setFocus();
        return;
    }
    if (m_view.stepCount() == 0)
        emit message(tr("There is no step %1. The recording has no steps.").arg(number));
    else
        emit message(tr("There is no step %1. The recording has %2 steps, %3 to %4.")
                         .arg(number)
                         .arg(m_view.stepCount())
                         .arg(m_view.step(0).index)
                         .arg(m_view.step(m_view.stepCount() - 1).index));
}

} // namespace stepscope::ui
