#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/timeaxis.h"

#include <QObject>
#include <QPointer>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

/// Which time of one recording stands under which of another. Rising, and exact both ways at its anchors.
class TimeMap
{
public:
    struct Anchor
    {
        std::int64_t a = 0;
        std::int64_t b = 0;
    };

    /// Ranges begin together and run at the same pace.
    static TimeMap byTime(trace::TimeRange a, trace::TimeRange b);
    /// The n-th step in one range stands under the n-th in the other, stretched to the same width; beyond the steps,
    /// and where one has no more of them, time runs at the same pace.
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

    std::vector<Anchor> m_anchors; ///< one at least; rising on both sides
};

/// Keeps two axes together: what one shows, the other shows at its own times. The crosshair goes along. Both reach as
/// far as either recording does, so that neither stops before the other.
class AxisLink : public QObject
{
    Q_OBJECT

public:
    AxisLink(TimeAxis* a, TimeAxis* b, QObject* parent = nullptr);

    /// The second axis follows at once.
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
