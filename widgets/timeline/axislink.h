#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/timeline/timeaxis.h"

#include <QObject>
#include <QPointer>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

/// Maps times of one recording to times of another. The map is increasing, and exact in both directions at its anchors.
class TimeMap
{
public:
    struct Anchor
    {
        std::int64_t a = 0;
        std::int64_t b = 0;
    };

    /// Aligns the beginnings of the ranges; both run at the same pace.
    static TimeMap byTime(trace::TimeRange a, trace::TimeRange b);
    /// Aligns the n-th steps of the two ranges and stretches them to the same width. Before the first and after the
    /// last pair of steps, both run at the same pace.
    static TimeMap bySteps(const trace::TraceView& a, trace::TimeRange rangeA, const trace::TraceView& b,
                           trace::TimeRange rangeB);

    [[nodiscard]] std::int64_t toB(std::int64_t a) const { return mapped(a, &Anchor::a, &Anchor::b); }
    [[nodiscard]] std::int64_t toA(std::int64_t b) const { return mapped(b, &Anchor::b, &Anchor::a); }
    [[nodiscard]] trace::TimeRange toB(trace::TimeRange a) const { return {toB(a.begin), toB(a.end)}; }
    [[nodiscard]] trace::TimeRange toA(trace::TimeRange b) const { return {toA(b.begin), toA(b.end)}; }
    [[nodiscard]] const std::vector<Anchor>& anchors() const { return m_anchors; }

private:
    void add(Anchor anchor);
    [[nodiscard]] std::int64_t mapped(std::int64_t time, std::int64_t Anchor::*from, std::int64_t Anchor::*to) const;

    std::vector<Anchor> m_anchors; ///< at least one; increasing in both times
};

/// Synchronizes two time axes: each shows the range of the other, mapped to its own times, and the same crosshair. Both
/// extents cover both recordings.
class AxisLink : public QObject
{
    Q_OBJECT

public:
    AxisLink(TimeAxis* a, TimeAxis* b, QObject* parent = nullptr);

    /// Applies to the second axis immediately.
    void setMap(const TimeMap& map);
    [[nodiscard]] const TimeMap& map() const { return m_map; }

private:
    void follow(TimeAxis* follower, trace::TimeRange range);

    QPointer<TimeAxis> m_a;
    QPointer<TimeAxis> m_b;
    TimeMap m_map = TimeMap::byTime({}, {});
    bool m_following = false;
};

} // namespace stepscope::widgets
