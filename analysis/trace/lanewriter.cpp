#include "analysis/trace/lanewriter.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stepscope::trace {
namespace {

/// A merge that moves at most this many spans is always done; it takes a fraction of a millisecond.
constexpr std::size_t kCheapTail = 16384;
/// A larger merge moves at most this many spans per late span.
constexpr std::size_t kMovedPerLate = 8;

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

bool LaneWriter::merge(bool mergeAll)
{
    if (m_late.empty())
        return false;
    const std::size_t from = m_store->lowerBound(m_earliest, m_store->size());
    const std::size_t moved = m_store->size() - from;
    if (!mergeAll && moved > std::max(kCheapTail, kMovedPerLate * m_late.size()))
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

LaneSet::LaneSet(PackedColumn::ArenaPointer arena)
    : m_arena(std::move(arena))
{}

LaneWriter* LaneSet::writer(std::uint32_t id)
{
    if (const auto entry = m_indexById.find(id); entry != m_indexById.end())
        return &m_writers[entry->second];
    if (m_writers.size() >= kMaxLanes)
        return nullptr;
    m_indexById.emplace(id, m_writers.size());
    m_writers.emplace_back(
        format::Lane{.id = id, .kind = format::Lane::Kind::Thread, .process = 0, .thread = 0, .name = {}}, m_arena);
    m_stores.reset();
    return &m_writers.back();
}

void LaneSet::describe(LaneWriter& lane, format::Lane info)
{
    if (lane.describe(std::move(info)))
        m_stores.reset();
}

void LaneSet::merge(bool mergeAll)
{
    for (LaneWriter& lane : m_writers) {
        if (lane.merge(mergeAll))
            m_stores.reset();
    }
}

std::shared_ptr<const LaneStores> LaneSet::stores()
{
    if (!m_stores) {
        auto stores = std::make_shared<LaneStores>();
        stores->reserve(m_writers.size());
        for (const LaneWriter& lane : m_writers)
            stores->push_back(lane.store());
        m_stores = std::move(stores);
    }
    return m_stores;
}

} // namespace stepscope::trace
