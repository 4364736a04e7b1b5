#include "widgets/timeline/axislink.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace stepscope::widgets {

namespace {

constexpr std::int64_t kFarthest = (std::int64_t{1} << 62) - 1;

/// A sum without overflow: times may be at both ends of int64.
std::int64_t moved(std::int64_t time, std::int64_t by)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(time, by, &sum))
        return by > 0 ? kFarthest : -kFarthest;
    return std::clamp(sum, -kFarthest, kFarthest);
}

std::int64_t distance(std::int64_t from, std::int64_t to)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(to, from, &difference))
        return to > from ? kFarthest : -kFarthest;
    return difference;
}

} // namespace

void TimeMap::add(Anchor anchor)
{
    // Two anchors share a time where one recording has a pause between two steps and the other has none.
    if (m_anchors.empty() || (anchor.a >= m_anchors.back().a && anchor.b >= m_anchors.back().b &&
                              (anchor.a > m_anchors.back().a || anchor.b > m_anchors.back().b)))
        m_anchors.push_back(anchor);
}

TimeMap TimeMap::byTime(trace::TimeRange a, trace::TimeRange b)
{
    TimeMap map;
    map.add({a.begin, b.begin});
    return map;
}

TimeMap TimeMap::bySteps(const trace::TraceView& a, trace::TimeRange rangeA, const trace::TraceView& b,
                         trace::TimeRange rangeB)
{
    const auto next = [](const trace::TraceView& view, trace::TimeRange range,
                         std::size_t& at) -> std::optional<format::Step> {
        for (; at < view.stepCount(); ++at) {
            const format::Step step = view.step(at);
            if (step.start >= range.begin)
                return step.start < range.end ? std::optional(step) : std::nullopt;
        }
        return std::nullopt;
    };
    TimeMap map;
    std::size_t atA = a.stepLowerBound(rangeA.begin);
    std::size_t atB = b.stepLowerBound(rangeB.begin);
    for (;; ++atA, ++atB) {
        const auto stepA = next(a, rangeA, atA);
        const auto stepB = next(b, rangeB, atB);
        if (!stepA || !stepB)
            break;
        map.add({stepA->start, stepB->start});
        map.add({stepA->end, stepB->end});
    }
    return map.m_anchors.empty() ? byTime(rangeA, rangeB) : map;
}

std::int64_t TimeMap::mapped(std::int64_t time, std::int64_t Anchor::*from, std::int64_t Anchor::*to) const
{
    const auto after =
        std::upper_bound(m_anchors.begin(), m_anchors.end(), time,
                         [from](std::int64_t value, const Anchor& anchor) { return value < anchor.*from; });
    if (after == m_anchors.begin())
        return moved((*after).*to, distance((*after).*from, time));
    const Anchor& before = *(after - 1);
    const std::int64_t past = distance(before.*from, time);
    if (after == m_anchors.end())
        return moved(before.*to, past);
    const auto share = static_cast<long double>(past) / static_cast<long double>((*after).*from - before.*from);
    return before.*to + std::llround(share * static_cast<long double>((*after).*to - before.*to));
}

AxisLink::AxisLink(TimeAxis* a, TimeAxis* b, QObject* parent)
    : QObject(parent)
    , m_a(a)
    , m_b(b)
{
    connect(a, &TimeAxis::rangeChanged, this, [this](trace::TimeRange range) { follow(m_b, m_map.toB(range)); });
    connect(b, &TimeAxis::rangeChanged, this, [this](trace::TimeRange range) { follow(m_a, m_map.toA(range)); });
    const auto crosshair = [this](TimeAxis* other, std::optional<std::int64_t> time) {
        if (m_following || !other)
            return;
        m_following = true;
        other->setCursor(time);
        m_following = false;
    };
    connect(a, &TimeAxis::cursorChanged, this, [this, crosshair](std::optional<std::int64_t> time) {
        crosshair(m_b, time ? std::optional(m_map.toB(*time)) : std::nullopt);
    });
    connect(b, &TimeAxis::cursorChanged, this, [this, crosshair](std::optional<std::int64_t> time) {
        crosshair(m_a, time ? std::optional(m_map.toA(*time)) : std::nullopt);
    });
}

void AxisLink::setMap(const TimeMap& map)
{
    m_map = map;
    if (!m_a || !m_b)
        return;
    const trace::TimeRange other = m_map.toA(m_b->extent());
    const trace::TimeRange both{std::min(m_a->extent().begin, other.begin), std::max(m_a->extent().end, other.end)};
    m_following = true;
    m_a->setExtent(both);
    m_b->setExtent(m_map.toB(both));
    m_following = false;
    follow(m_b, m_map.toB(m_a->range()));
}

void AxisLink::follow(TimeAxis* follower, trace::TimeRange range)
{
    if (m_following || !follower)
        return;
    m_following = true; // ignores the signal of the follower
    follower->zoomTo(range);
    m_following = false;
}

} // namespace stepscope::widgets
