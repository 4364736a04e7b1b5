#include "analysis/algorithms/optable.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace stepscope::analysis {

OpGroups::OpGroups(const trace::TraceView& view, OpGrouping grouping)
    : m_view(view)
    , m_grouping(grouping)
{
    if (grouping == OpGrouping::Step)
        return;
    std::unordered_map<std::string, std::uint32_t> known;
    m_groupOf.resize(view.opCount() + 1);
    for (std::uint32_t op = 0; op < m_groupOf.size(); ++op) {
        // Neither names nor shapes hold a zero, so it keeps them apart.
        std::string row = grouping == OpGrouping::Op ? text(op, OpGrouping::Name) + '\0' + text(op, OpGrouping::Shapes)
                                                     : text(op, grouping);
        const auto [at, fresh] = known.try_emplace(std::move(row), static_cast<std::uint32_t>(m_keys.size()));
        if (fresh)
            m_keys.push_back(op);
        m_groupOf[op] = at->second;
    }
}

std::string OpGroups::text(std::uint32_t op, OpGrouping part) const
{
    switch (part) {
    case OpGrouping::Shapes:
        return std::string(m_view.opShapes(op));
    case OpGrouping::Module:
        return std::string(m_view.opModule(op));
    default:
        return op == kUnknown ? "?" : std::string(m_view.opName(op));
    }
}

std::size_t OpGroups::withKey(std::uint32_t key) const
{
    if (m_keys.empty())
        return std::min<std::size_t>(key, size());
    const auto at = std::lower_bound(m_keys.begin(), m_keys.end(), key);
    return at != m_keys.end() && *at == key ? static_cast<std::size_t>(at - m_keys.begin()) : size();
}

std::vector<bool> OpGroups::ops(std::size_t group) const
{
    std::vector<bool> ids;
    if (m_grouping == OpGrouping::Step)
        return ids;
    ids.resize(m_groupOf.size());
    for (std::size_t op = 0; op < ids.size(); ++op)
        ids[op] = m_groupOf[op] == group;
    return ids;
}

std::string OpGroups::title(std::size_t group) const
{
    if (m_grouping == OpGrouping::Step)
        return group < m_view.stepCount() ? std::to_string(m_view.step(group).index) : std::string();
    return text(m_keys[group], m_grouping == OpGrouping::Op ? OpGrouping::Name : m_grouping);
}

OpGroups::Variants OpGroups::variants(std::size_t group) const
{
    if (m_grouping == OpGrouping::Step)
        return {};
    if (m_grouping == OpGrouping::Op)
        return {1, text(m_keys[group], OpGrouping::Shapes)};
    const OpGrouping counted = m_grouping == OpGrouping::Name ? OpGrouping::Shapes : OpGrouping::Name;
    std::set<std::string> different;
    for (std::uint32_t op = 1; op < m_groupOf.size(); ++op) {
        if (m_groupOf[op] == group)
            different.insert(text(op, counted));
    }
    return {different.size(), different.size() == 1 ? *different.begin() : std::string()};
}

std::size_t OpGroups::stepAt(std::int64_t time)
{
    const std::size_t count = m_view.stepCount();
    const auto look = [&](std::size_t step) {
        m_step = step;
        if (step < count) {
            const format::Step found = m_view.step(step);
            m_stepRange = {found.start, found.end};
        }
    };
    if (!m_stepKnown || time < m_asked)
        look(m_view.stepLowerBound(time));
    m_stepKnown = true;
    m_asked = time;
    while (m_step < count && m_stepRange.end <= time)
        look(m_step + 1);
    return m_step < count && m_stepRange.begin <= time ? m_step : count;
}

} // namespace stepscope::analysis
