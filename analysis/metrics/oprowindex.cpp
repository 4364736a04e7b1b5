#include "analysis/metrics/oprowindex.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace stepscope::analysis {

OpRowIndex::OpRowIndex(const trace::TraceView& view, OpGrouping grouping)
    : m_view(view)
    , m_grouping(grouping)
{
    if (grouping == OpGrouping::Step)
        return;
    std::unordered_map<std::string, std::uint32_t> rows;
    m_rowOf.resize(view.opCount() + 1);
    for (std::uint32_t op = 0; op < m_rowOf.size(); ++op) {
        // Neither names nor shapes contain a zero byte, so it separates them.
        std::string rowText = grouping == OpGrouping::Op
                                  ? text(op, OpGrouping::Name) + '\0' + text(op, OpGrouping::Shapes)
                                  : text(op, grouping);
        const auto [at, isNew] = rows.try_emplace(std::move(rowText), static_cast<std::uint32_t>(m_keys.size()));
        if (isNew)
            m_keys.push_back(op);
        m_rowOf[op] = at->second;
    }
}

std::string OpRowIndex::text(std::uint32_t op, OpGrouping part) const
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

std::size_t OpRowIndex::withKey(std::uint32_t key) const
{
    if (m_keys.empty())
        return std::min<std::size_t>(key, size());
    const auto at = std::lower_bound(m_keys.begin(), m_keys.end(), key);
    return at != m_keys.end() && *at == key ? static_cast<std::size_t>(at - m_keys.begin()) : size();
}

std::vector<bool> OpRowIndex::ops(std::size_t row) const
{
    std::vector<bool> ids;
    if (m_grouping == OpGrouping::Step)
        return ids;
    ids.resize(m_rowOf.size());
    for (std::size_t op = 0; op < ids.size(); ++op)
        ids[op] = m_rowOf[op] == row;
    return ids;
}

std::string OpRowIndex::title(std::size_t row) const
{
    if (m_grouping == OpGrouping::Step)
        return row < m_view.stepCount() ? std::to_string(m_view.step(row).index) : std::string();
    return text(m_keys[row], m_grouping == OpGrouping::Op ? OpGrouping::Name : m_grouping);
}

OpRowIndex::Variants OpRowIndex::variants(std::size_t row) const
{
    if (m_grouping == OpGrouping::Step)
        return {};
    if (m_grouping == OpGrouping::Op)
        return {1, text(m_keys[row], OpGrouping::Shapes)};
    const OpGrouping counted = m_grouping == OpGrouping::Name ? OpGrouping::Shapes : OpGrouping::Name;
    std::set<std::string> texts;
    for (std::uint32_t op = 1; op < m_rowOf.size(); ++op) {
        if (m_rowOf[op] == row)
            texts.insert(text(op, counted));
    }
    return {texts.size(), texts.size() == 1 ? *texts.begin() : std::string()};
}

std::size_t OpRowIndex::stepAt(std::int64_t time)
{
    const std::size_t count = m_view.stepCount();
    const auto moveTo = [&](std::size_t step) {
        m_step = step;
        if (step < count) {
            const format::Step record = m_view.step(step);
            m_stepRange = {record.start, record.end};
        }
    };
    if (!m_isStepValid || time < m_lastTime)
        moveTo(m_view.stepLowerBound(time));
    m_isStepValid = true;
    m_lastTime = time;
    while (m_step < count && m_stepRange.end <= time)
        moveTo(m_step + 1);
    return m_step < count && m_stepRange.begin <= time ? m_step : count;
}

} // namespace stepscope::analysis
