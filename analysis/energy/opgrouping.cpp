#include "analysis/energy/opgrouping.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kSecondsPerNanosecond = 1e-9;
constexpr double kMinShare = 1e-3; ///< of the self time of all ops

} // namespace

OpGroupNumbering::OpGroupNumbering(const trace::TraceView& view, GroupBy by)
    : m_view(view)
    , m_by(by)
    , m_textOf(view.opCount() + 1, kNone)
{}

void OpGroupNumbering::beginLane(std::size_t lane)
{
    m_lane = lane;
    m_step = 0;
    m_positions.clear();
}

OpGroup OpGroupNumbering::describe(std::uint32_t op) const
{
    const bool isKnown = op > 0 && op <= m_view.opCount();
    if (m_by == GroupBy::Module)
        return {.module = std::string(isKnown ? m_view.opModule(op) : "")};
    return {.name = std::string(isKnown ? m_view.opName(op) : "?"),
            .shapes = std::string(isKnown ? m_view.opShapes(op) : "")};
}

std::uint32_t OpGroupNumbering::textOf(std::uint32_t op)
{
    std::uint32_t& text = m_textOf[op < m_textOf.size() ? op : 0];
    if (text != kNone)
        return text;
    const bool isKnown = op > 0 && op < m_textOf.size();
    const auto part = [&](std::string_view (trace::TraceView::*textPart)(std::uint32_t) const, bool isUsed) {
        return isKnown && isUsed ? (m_view.*textPart)(op) : std::string_view();
    };
    const bool byModule = m_by == GroupBy::Module;
    const auto key =
        std::make_tuple(part(&trace::TraceView::opName, !byModule), part(&trace::TraceView::opShapes, !byModule),
                        part(&trace::TraceView::opModule, byModule));
    return text = m_texts.try_emplace(key, static_cast<std::uint32_t>(m_texts.size())).first->second;
}

std::size_t OpGroupNumbering::stepAt(std::int64_t time)
{
    if (m_step >= m_view.stepCount() || m_view.step(m_step).start > time)
        m_step = m_view.stepLowerBound(time);
    while (m_step < m_view.stepCount() && m_view.step(m_step).end <= time)
        ++m_step;
    return m_step;
}

std::uint32_t OpGroupNumbering::groupOf(const trace::SpanRecord& span, std::vector<OpGroup>& groups)
{
    const std::uint32_t text = textOf(span.op);
    const auto append = [&](const OpGroup& group) {
        groups.push_back(group);
        return static_cast<std::uint32_t>(groups.size() - 1);
    };
    if (m_by != GroupBy::Position) {
        if (text >= m_groupOf.size())
            m_groupOf.resize(text + 1, kNone);
        return m_groupOf[text] != kNone ? m_groupOf[text] : m_groupOf[text] = append(describe(span.op));
    }
    if (text >= m_positions.size())
        m_positions.resize(text + 1);
    Positions& positions = m_positions[text];
    if (const std::size_t step = stepAt(span.start); positions.step != step) {
        positions.step = step;
        positions.next = 0;
    }
    const std::size_t position = positions.next++;
    if (position == positions.groups.size()) {
        OpGroup group = describe(span.op);
        group.lane = m_lane;
        group.position = static_cast<std::uint32_t>(position + 1);
        positions.groups.push_back(append(group));
    }
    return positions.groups[position];
}

void addSeconds(SelfTimeTrace& selfTimes)
{
    for (const SelfTimeInterval& interval : selfTimes.intervals)
        selfTimes.groups[interval.group].seconds +=
            static_cast<double>(interval.end - interval.begin) * kSecondsPerNanosecond;
}

void orderGroups(SelfTimeTrace& selfTimes, std::size_t maximumGroups)
{
    double all = 0;
    for (const OpGroup& group : selfTimes.groups)
        all += group.seconds;
    std::vector<std::uint32_t> order(selfTimes.groups.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return selfTimes.groups[a].seconds > selfTimes.groups[b].seconds; });
    std::vector<OpGroup> groups;
    std::vector<std::uint32_t> newIndex(selfTimes.groups.size());
    OpGroup rest{.name = "(short ops)", .isRest = true};
    const std::size_t kept = std::min<std::size_t>(
        maximumGroups, static_cast<std::size_t>(
                           std::count_if(selfTimes.groups.begin(), selfTimes.groups.end(),
                                         [&](const OpGroup& group) { return group.seconds >= kMinShare * all; })));
    for (std::size_t i = 0; i < order.size(); ++i) {
        OpGroup& group = selfTimes.groups[order[i]];
        newIndex[order[i]] = static_cast<std::uint32_t>(std::min(i, kept));
        if (i < kept) {
            groups.push_back(std::move(group));
        } else {
            rest.count += group.count;
            rest.seconds += group.seconds;
        }
    }
    if (order.size() > kept)
        groups.push_back(std::move(rest));
    for (OpGroup& group : groups)
        group.timingShare = all > 0 ? group.seconds / all : 0;
    selfTimes.groups = std::move(groups);
    for (SelfTimeInterval& interval : selfTimes.intervals)
        interval.group = newIndex[interval.group];
}

} // namespace stepscope::analysis
