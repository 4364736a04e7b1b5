#pragma once

#include "analysis/trace/model.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

/// The one owner of time: what there is, what is seen, what is selected, where the crosshair stands. Panes subscribe to
/// it and never follow each other. All times are CLOCK_MONOTONIC ns.
///
/// A movement is made at once: range() is where it leads to, and whatever counts or analyses uses that. Only the
/// picture may follow it for a moment: shown() is on its way there. A new movement turns that around from where it is;
/// nothing ever waits for it.
class TimeAxis : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kShortestRange = 100;              ///< ns; nothing closer can be told apart
    static constexpr std::int64_t kFollowedRange = 10'000'000'000LL; ///< ns at the right that following keeps in sight

    /// Whether the picture may glide to the new view. What a hand holds (a drag, a pinch) is there at once.
    enum class Motion { Glide, AtOnce };

    explicit TimeAxis(QObject* parent = nullptr);

    /// How long the picture takes, ms; 0 (as it is at first) = it is always there at once.
    void setGlideTime(int ms);
    [[nodiscard]] int glideTime() const { return m_glideMs; }

    [[nodiscard]] trace::TimeRange extent() const { return m_extent; }
    /// What is visible, or will be in a moment; never empty.
    [[nodiscard]] trace::TimeRange range() const { return m_range; }
    /// What the picture shows now; never empty.
    [[nodiscard]] trace::TimeRange shown() const { return m_shown; }
    [[nodiscard]] std::optional<trace::TimeRange> selection() const { return m_selection; }
    [[nodiscard]] std::optional<std::int64_t> cursor() const { return m_cursor; }
    [[nodiscard]] bool following() const { return m_following; }
    [[nodiscard]] bool canGoBack() const { return m_current > 0; }
    [[nodiscard]] bool canGoForward() const { return m_current + 1 < m_views.size(); }

public slots:
    /// What the recording spans now; while following, the visible range moves with its end.
    void setExtent(stepscope::trace::TimeRange extent);
    /// Forgets everything and shows the whole of another recording.
    void reset(stepscope::trace::TimeRange extent);
    /// A jump: the view left is one that back() returns to. Ends following.
    void zoomTo(stepscope::trace::TimeRange range);
    /// A jump to everything there is.
    void showAll();
    /// A gesture: `factor` above 1 comes closer; the time `anchor` stays where it is on the screen, but while following
    /// the newest does. Gestures in a row count as one view for back().
    void zoomBy(double factor, std::int64_t anchor, Motion motion = Motion::Glide);
    /// A gesture: moves by a share of the visible range, to later times when positive. Ends following.
    void panBy(double share, Motion motion = Motion::Glide);
    /// A jump to the end of what there is, as close as it is now.
    void showEnd();
    void setSelection(std::optional<stepscope::trace::TimeRange> selection);
    void clearSelection() { setSelection(std::nullopt); }
    void setCursor(std::optional<std::int64_t> time);
    void setFollowing(bool on);
    void back();
    void forward();

signals:
    void extentChanged(stepscope::trace::TimeRange extent);
    void rangeChanged(stepscope::trace::TimeRange range);
    void shownChanged(stepscope::trace::TimeRange shown);
    void selectionChanged(std::optional<stepscope::trace::TimeRange> selection);
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
    void applyRange(trace::TimeRange range, Motion motion = Motion::Glide);
    void moveShown();
    void glide();
    void remember(bool gesture);
    void stopFollowing();

    trace::TimeRange m_extent{0, 1'000'000'000};
    trace::TimeRange m_range{0, 1'000'000'000};
    trace::TimeRange m_shown{0, 1'000'000'000};
    trace::TimeRange m_glideFrom;
    QElapsedTimer m_glideClock;
    QTimer m_glideTick; ///< runs while the picture is on its way
    int m_glideMs = 0;
    std::optional<trace::TimeRange> m_selection;
    std::optional<std::int64_t> m_cursor;
    std::int64_t m_followedDuration = kFollowedRange;
    bool m_following = false;
    std::vector<View> m_views{View{m_range, false}};
    std::size_t m_current = 0;
};

} // namespace stepscope::widgets
