#include "widgets/timeline/timeaxis.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMaxViews = 200;
constexpr int kAnimationTickMs = 8; ///< shorter than a frame, so that each frame gets a new range

/// A sum without overflow: times come from a recording, which is not trusted.
std::int64_t addBounded(std::int64_t time, double difference)
{
    constexpr double kLimit = 4.6e18;
    const double sum = static_cast<double>(time) + difference;
    if (std::abs(sum) >= kLimit || std::abs(difference) >= kLimit)
        return sum < 0 ? static_cast<std::int64_t>(-kLimit) : static_cast<std::int64_t>(kLimit);
    return time + static_cast<std::int64_t>(std::llround(difference));
}

/// Limits ranges to a little less than +-2^62 ns, so that durations do not overflow.
trace::TimeRange sane(trace::TimeRange range)
{
    constexpr std::int64_t kLimit = (std::int64_t{1} << 62) - 1;
    range.begin = std::clamp(range.begin, -kLimit, kLimit - TimeAxis::kShortestRange);
    range.end = std::clamp(range.end, range.begin + TimeAxis::kShortestRange, kLimit);
    return range;
}

} // namespace

TimeAxis::TimeAxis(QObject* parent)
    : QObject(parent)
{
    m_animationTimer.setTimerType(Qt::PreciseTimer);
    m_animationTimer.setInterval(kAnimationTickMs);
    connect(&m_animationTimer, &QTimer::timeout, this, &TimeAxis::animate);
}

void TimeAxis::setAnimationTime(int ms)
{
    m_animationMs = std::max(0, ms);
}

void TimeAxis::setExtent(trace::TimeRange extent)
{
    extent = sane(extent);
    if (extent == m_extent)
        return;
    const bool showedAll = m_range == m_extent && !m_following && m_views.size() == 1;
    m_extent = extent;
    emit extentChanged(m_extent);
    if (m_following)
        applyRange(followed(m_followedDuration), Motion::Immediate);
    else if (showedAll)
        applyRange(m_extent, Motion::Immediate);
}

void TimeAxis::reset(trace::TimeRange extent)
{
    setSelection(std::nullopt);
    setCursor(std::nullopt);
    m_extent = sane(extent);
    m_followedDuration = kFollowedRange;
    emit extentChanged(m_extent);
    applyRange(m_following ? followed(m_followedDuration) : m_extent, Motion::Immediate);
    m_views.assign(1, View{m_range, false});
    m_current = 0;
    emit historyChanged();
}

void TimeAxis::zoomTo(trace::TimeRange range)
{
    stopFollowing();
    applyRange(bounded(sane(range)));
    remember(false);
}

void TimeAxis::showAll()
{
    stopFollowing();
    applyRange(m_extent);
    remember(false);
}

void TimeAxis::showEnd()
{
    stopFollowing();
    const std::int64_t duration = std::min(m_range.duration(), m_extent.duration());
    applyRange(bounded({m_extent.end - duration, m_extent.end}));
    remember(false);
}

void TimeAxis::zoomBy(double factor, std::int64_t anchor, Motion motion)
{
    if (!(factor > 0) || !std::isfinite(factor))
        return;
    const auto longest = static_cast<double>(std::max(m_extent.duration(), m_range.duration()));
    const auto before = static_cast<double>(m_range.duration());
    const double after = std::clamp(before / factor, static_cast<double>(kShortestRange), longest);
    if (m_following) {
        m_followedDuration = static_cast<std::int64_t>(after);
        applyRange(followed(m_followedDuration), motion);
        return;
    }
    anchor = std::clamp(anchor, m_range.begin, m_range.end);
    const double left = static_cast<double>(anchor - m_range.begin) * (after / before);
    trace::TimeRange range;
    range.begin = addBounded(anchor, -left);
    range.end = addBounded(range.begin, after);
    applyRange(bounded(sane(range)), motion);
    remember(true);
}

void TimeAxis::panBy(double share, Motion motion)
{
    if (!std::isfinite(share) || share == 0)
        return;
    stopFollowing();
    const std::int64_t duration = m_range.duration();
    trace::TimeRange range;
    range.begin = addBounded(m_range.begin, share * static_cast<double>(duration));
    range.end = addBounded(range.begin, static_cast<double>(duration));
    applyRange(bounded(sane(range)), motion);
    remember(true);
}

void TimeAxis::setSelection(std::optional<trace::TimeRange> selection)
{
    setSelections(selection ? std::vector{*selection} : std::vector<trace::TimeRange>{});
}

void TimeAxis::setSelections(const std::vector<trace::TimeRange>& ranges)
{
    std::vector<trace::TimeRange> all = ranges;
    std::erase_if(all, [](const trace::TimeRange& range) { return range.isEmpty(); });
    std::optional<trace::TimeRange> last;
    if (!ranges.empty() && !ranges.back().isEmpty())
        last = ranges.back();
    else if (!all.empty())
        last = all.back();
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::vector<trace::TimeRange> joined;
    for (const trace::TimeRange& range : all) {
        if (!joined.empty() && range.begin <= joined.back().end)
            joined.back().end = std::max(joined.back().end, range.end);
        else
            joined.push_back(range);
    }
    for (const trace::TimeRange& range : joined) {
        if (last && range.begin <= last->begin && last->end <= range.end)
            last = range;
    }
    if (joined == m_selections && last == m_selection)
        return;
    m_selections = std::move(joined);
    m_selection = last;
    emit selectionChanged(m_selection);
}

void TimeAxis::addSelection(trace::TimeRange range)
{
    std::vector<trace::TimeRange> all = m_selections;
    all.push_back(range);
    setSelections(all);
}

void TimeAxis::setCursor(std::optional<std::int64_t> time)
{
    if (time == m_cursor)
        return;
    m_cursor = time;
    emit cursorChanged(m_cursor);
}

void TimeAxis::setFollowing(bool on)
{
    if (on == m_following)
        return;
    m_following = on;
    emit followingChanged(on);
    if (!on) {
        remember(true);
        return;
    }
    m_followedDuration = kFollowedRange;
    applyRange(followed(m_followedDuration));
}

void TimeAxis::back()
{
    if (!canGoBack())
        return;
    stopFollowing();
    --m_current;
    applyRange(m_views[m_current].range);
    emit historyChanged();
}

void TimeAxis::forward()
{
    if (!canGoForward())
        return;
    stopFollowing();
    ++m_current;
    applyRange(m_views[m_current].range);
    emit historyChanged();
}

trace::TimeRange TimeAxis::bounded(trace::TimeRange range) const
{
    // The visible range may exceed the extent, as following shows room for new data; do not jump back.
    const std::int64_t first = std::min(m_extent.begin, m_range.begin);
    const std::int64_t last = std::max(m_extent.end, m_range.end);
    const std::int64_t duration = std::min(range.duration(), last - first);
    const std::int64_t begin = std::clamp(range.begin, first, last - duration);
    return {begin, begin + duration};
}

trace::TimeRange TimeAxis::followed(std::int64_t duration) const
{
    const std::int64_t end = std::max(m_extent.end, m_extent.begin + duration);
    return {end - duration, end};
}

void TimeAxis::applyRange(trace::TimeRange range, Motion motion)
{
    const bool changed = range != m_range;
    m_range = range;
    if (changed)
        emit rangeChanged(m_range);
    if (motion == Motion::Animated && m_animationMs > 0 && m_range != m_shown && canAnimate(m_shown, m_range)) {
        if (!changed && m_animationTimer.isActive())
            return;
        m_animationFrom = m_shown;
        m_animationClock.start();
        m_animationTimer.start();
    } else if (changed && m_following && m_animationTimer.isActive()) {
        return; // the end moved during the animation: animate() uses the new m_range
    } else {
        m_animationTimer.stop();
        moveShown();
    }
}

void TimeAxis::animate()
{
    const double time = static_cast<double>(m_animationClock.nsecsElapsed()) * 1e-6 / std::max(1, m_animationMs);
    const trace::TimeRange before = m_shown;
    m_shown = between(m_animationFrom, m_range, eased(time));
    if (time >= 1)
        m_animationTimer.stop();
    if (m_shown != before)
        emit shownChanged(m_shown);
}

void TimeAxis::moveShown()
{
    if (m_shown == m_range)
        return;
    m_shown = m_range;
    emit shownChanged(m_shown);
}

void TimeAxis::remember(bool gesture)
{
    if (m_views[m_current].range == m_range)
        return;
    if (gesture && m_views[m_current].gesture) {
        m_views[m_current].range = m_range;
        m_views.resize(m_current + 1);
    } else {
        m_views.resize(m_current + 1);
        m_views.push_back({m_range, gesture});
        if (m_views.size() > kMaxViews)
            m_views.erase(m_views.begin());
        m_current = m_views.size() - 1;
    }
    emit historyChanged();
}

void TimeAxis::stopFollowing()
{
    if (!std::exchange(m_following, false))
        return;
    emit followingChanged(false);
}

namespace {

/// Does not overflow: times of a TimeAxis lie within +-2^62.
double timeDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<double>(a - b);
}

/// Limits a rounded sum to the range of a TimeAxis.
std::int64_t timeOf(long double time)
{
    constexpr long double kFarthest = static_cast<long double>((std::int64_t{1} << 62) - 1);
    return std::llround(std::clamp(time, -kFarthest, kFarthest));
}

} // namespace

double eased(double time)
{
    const double left = 1 - std::clamp(time, 0.0, 1.0);
    return 1 - left * left * left;
}

trace::TimeRange between(trace::TimeRange from, trace::TimeRange to, double share)
{
    if (!(share > 0))
        return from;
    if (share >= 1)
        return to;
    const double before = std::max(1.0, timeDifference(from.end, from.begin));
    const double after = std::max(1.0, timeDifference(to.end, to.begin));
    double duration = before + (after - before) * share;
    double moved = share;
    // Ranges of nearly equal duration have no fixed point on the screen: move at a constant rate.
    if (std::abs(before - after) > 1e-3 * std::max(before, after)) {
        duration = before * std::pow(after / before, share);
        moved = (before - duration) / (before - after);
    }
    const long double begin = static_cast<long double>(from.begin) + timeDifference(to.begin, from.begin) * moved;
    const std::int64_t first = timeOf(begin);
    return {first, std::max(first + 1, timeOf(begin + duration))};
}

bool canAnimate(trace::TimeRange from, trace::TimeRange to)
{
    constexpr double kWidths = 4;
    const double longest = std::max(timeDifference(from.end, from.begin), timeDifference(to.end, to.begin));
    const double gap = std::max({0.0, timeDifference(to.begin, from.end), timeDifference(from.begin, to.end)});
    return gap <= kWidths * longest;
}

} // namespace stepscope::widgets
