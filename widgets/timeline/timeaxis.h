#pragma once

#include "analysis/trace/model.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

/// The state of the time axis: the extent of the recording, the visible range, the selection and the crosshair. Panes
/// subscribe to it and never synchronize with each other. All times are CLOCK_MONOTONIC ns.
///
/// range() changes immediately; analyses use it. shown(), the range of the picture, may follow in an animation. A new
/// movement starts from the current shown().
class TimeAxis : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kShortestRange = 100;              ///< ns: the closest zoom
    static constexpr std::int64_t kFollowedRange = 10'000'000'000LL; ///< ns: visible range while following

    /// Whether the picture may animate to the new range. Use Immediate while the user drags or pinches.
    enum class Motion { Animated, Immediate };

    explicit TimeAxis(QObject* parent = nullptr);

    /// Duration of animations, ms; 0, the default, disables them.
    void setAnimationTime(int ms);
    [[nodiscard]] int animationTime() const { return m_animationMs; }

    [[nodiscard]] trace::TimeRange extent() const { return m_extent; }
    /// The visible range, at the end of a running animation; never empty.
    [[nodiscard]] trace::TimeRange range() const { return m_range; }
    /// The range that the picture shows now; never empty.
    [[nodiscard]] trace::TimeRange shown() const { return m_shown; }
    /// The range that was selected last.
    [[nodiscard]] std::optional<trace::TimeRange> selection() const { return m_selection; }
    /// All selected ranges, disjoint and in order of time.
    [[nodiscard]] const std::vector<trace::TimeRange>& selections() const { return m_selections; }
    [[nodiscard]] std::optional<std::int64_t> cursor() const { return m_cursor; }
    [[nodiscard]] bool following() const { return m_following; }
    [[nodiscard]] bool canGoBack() const { return m_current > 0; }
    [[nodiscard]] bool canGoForward() const { return m_current + 1 < m_views.size(); }

public slots:
    /// Sets the extent of the recording; while following, the visible range moves with its end.
    void setExtent(stepscope::trace::TimeRange extent);
    /// Discards selection, cursor and history, and shows the whole of another recording.
    void reset(stepscope::trace::TimeRange extent);
    /// Jumps to a range: back() returns to the range before. Ends following.
    void zoomTo(stepscope::trace::TimeRange range);
    /// Jumps to the whole extent.
    void showAll();
    /// Zooms in if `factor` > 1. The time `anchor` keeps its place on the screen; while following, the end does.
    /// Consecutive zooms and pans count as one step for back().
    void zoomBy(double factor, std::int64_t anchor, Motion motion = Motion::Animated);
    /// Moves by a share of the visible range, to later times if positive. Ends following.
    void panBy(double share, Motion motion = Motion::Animated);
    /// Jumps to the end of the extent at the current zoom.
    void showEnd();
    void setSelection(std::optional<stepscope::trace::TimeRange> selection);
    /// Selects several ranges, of which the last one is selection(). Ranges that touch are joined.
    void setSelections(const std::vector<stepscope::trace::TimeRange>& ranges);
    /// Selects a range besides those that are selected.
    void addSelection(stepscope::trace::TimeRange range);
    void clearSelection() { setSelection(std::nullopt); }
    void setCursor(std::optional<std::int64_t> time);
    void setFollowing(bool on);
    void back();
    void forward();

signals:
    void extentChanged(stepscope::trace::TimeRange extent);
    void rangeChanged(stepscope::trace::TimeRange range);
    void shownChanged(stepscope::trace::TimeRange shown);
    void selectionChanged(std::optional<stepscope::trace::TimeRange> selection); ///< or another range was added
    void cursorChanged(std::optional<std::int64_t> time);
    void followingChanged(bool on);
    void historyChanged(); ///< canGoBack or canGoForward may have changed

private:
    struct View
    {
        trace::TimeRange range;
        bool gesture = false;
    };

    [[nodiscard]] trace::TimeRange bounded(trace::TimeRange range) const;
    [[nodiscard]] trace::TimeRange followed(std::int64_t duration) const;
    void applyRange(trace::TimeRange range, Motion motion = Motion::Animated);
    void moveShown();
    void animate();
    void remember(bool gesture);
    void stopFollowing();

    trace::TimeRange m_extent{0, 1'000'000'000};
    trace::TimeRange m_range{0, 1'000'000'000};
    trace::TimeRange m_shown{0, 1'000'000'000};
    trace::TimeRange m_animationFrom;
    QElapsedTimer m_animationClock;
    QTimer m_animationTimer; ///< runs during an animation
    int m_animationMs = 0;
    std::optional<trace::TimeRange> m_selection;
    std::vector<trace::TimeRange> m_selections;
    std::optional<std::int64_t> m_cursor;
    std::int64_t m_followedDuration = kFollowedRange;
    bool m_following = false;
    std::vector<View> m_views{View{m_range, false}};
    std::size_t m_current = 0;
};

} // namespace stepscope::widgets

/// The path of an animation between two visible ranges, without clock and screen.
namespace stepscope::widgets {

/// Duration of an animation, ms.
inline constexpr int kViewAnimationMs = 120;

/// Easing: the share of the way after a share of the time, both 0 to 1. Fast at the beginning, so that the response is
/// visible immediately.
[[nodiscard]] double eased(double time);

/// The range after a share of the way. The zoom factor changes at a constant rate. A time that both ranges show at the
/// same place of the screen keeps its place, so a zoom at the pointer does not move the time under the pointer.
[[nodiscard]] trace::TimeRange between(trace::TimeRange from, trace::TimeRange to, double share);

/// False if the ranges are more than four widths apart: such a movement is too fast to follow.
[[nodiscard]] bool canAnimate(trace::TimeRange from, trace::TimeRange to);

} // namespace stepscope::widgets
