#include "analysis/trace/lanewriter.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stepscope::trace {
namespace {

/// So many spans are moved without asking what it is good for: a fraction of a millisecond.
constexpr std::size_t kCheapTail = 16384;
/// Beyond that, a merge moves at most so many for each late one.
constexpr std::size_t kMovedForEach = 8;

} // namespace

LaneWriter::LaneWriter(format::Lane info, const PackedColumn::ArenaPointer& arena)
    : m_store(std::make_shared<LaneStore>(std::make_shared<const format::Lane>(std::move(info)), arena))
{}

bool LaneWriter::describe(format::Lane info)
{
    m_described = true;
    if (info == *m_store->info())
        return false;
    auto shared = std::make_shared<const format::Lane>(std::move(info));
    m_store = std::make_shared<LaneStore>(*m_store, m_store->size(), std::move(shared));
    return true;
}

void LaneWriter::add(std::vector<SpanRecord>& spans)
{
    if (!std::is_sorted(spans.begin(), spans.end(), comesBefore))
        std::stable_sort(spans.begin(), spans.end(), comesBefore);
    auto inOrder = spans.begin();
    if (m_store->size() > 0) {
        const SpanRecord last = m_store->span(m_store->size() - 1);
        inOrder = std::lower_bound(spans.begin(), spans.end(), last, comesBefore);
        if (inOrder != spans.begin() && (m_late.empty() || comesBefore(spans.front(), m_earliest)))
            m_earliest = spans.front();
        m_late.insert(m_late.end(), spans.begin(), inOrder);
    }
    for (; inOrder != spans.end(); ++inOrder)
        m_store->append(*inOrder);
}

bool LaneWriter::merge(bool wholly)
{
    if (m_late.empty())
        return false;
    const std::size_t from = m_store->lowerBound(m_earliest, m_store->size());
    const std::size_t moved = m_store->size() - from;
    if (!wholly && moved > std::max(kCheapTail, kMovedForEach * m_late.size()))
        return false;
    std::stable_sort(m_late.begin(), m_late.end(), comesBefore);
    auto merged = std::make_shared<LaneStore>(*m_store, from, m_store->info());
    auto late = m_late.begin();
    for (std::size_t i = from; i < m_store->size(); ++i) {
        const SpanRecord span = m_store->span(i);
        for (; late != m_late.end() && comesBefore(*late, span); ++late)
            merged->append(*late);
        merged->append(span);
    }
    for (; late != m_late.end(); ++late)
        merged->append(*late);
    m_store = std::move(merged);
    m_late.clear();
    return true;
}

} // namespace stepscope::trace
