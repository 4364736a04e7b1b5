#include "analysis/trace/lanestore.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace stepscope::trace {

LaneStore::LaneStore(std::shared_ptr<const format::Lane> info, const PackedColumn::ArenaPointer& arena)
    : m_info(std::move(info))
    , m_arena(arena)
    , m_starts(arena)
    , m_durations(arena)
    , m_ops(arena)
    , m_depths(arena)
    , m_latestEnd(Pyramid::Keep::Largest, arena)
    , m_longest(Pyramid::Keep::Largest, arena)
{}

LaneStore::LaneStore(const LaneStore& other, std::size_t count, std::shared_ptr<const format::Lane> info)
    : m_info(std::move(info))
    , m_arena(other.m_arena)
    , m_starts(other.m_starts, count)
    , m_durations(other.m_durations, count)
    , m_ops(other.m_ops, count)
    , m_depths(other.m_depths, count)
    , m_latestEnd(other.m_latestEnd, count)
    , m_longest(other.m_longest, count)
    , m_maxDepth(other.m_maxDepth)
{
    for (const auto& depth : other.m_byDepth) {
        m_byDepth.push_back(depth ? std::make_unique<DepthStore>(*depth, count) : nullptr);
        m_depthDirectory.set(m_byDepth.size() - 1, m_byDepth.back().get());
    }
}

void LaneStore::append(const SpanRecord& span)
{
    assert(size() == 0 || !comesBefore(span, this->span(size() - 1)));
    m_starts.append(span.start);
    m_durations.append(span.duration);
    m_ops.append(span.op);
    m_depths.append(span.depth);
    m_latestEnd.grow(size(), [this](std::size_t i) { return occupiedUntil(i); });
    m_longest.grow(size(), [this](std::size_t i) { return m_durations.at(i); });
    appendToDepth(span);
    m_maxDepth = std::max(m_maxDepth, span.depth);
}

void LaneStore::appendToDepth(const SpanRecord& span)
{
    while (m_byDepth.size() <= span.depth) {
        m_byDepth.emplace_back();
        m_depthDirectory.set(m_byDepth.size() - 1, nullptr);
    }
    auto& depth = m_byDepth[span.depth];
    if (!depth) {
        depth = std::make_unique<DepthStore>();
        m_depthDirectory.set(span.depth, depth.get());
    }
    depth->append(
        size() - 1, [this](std::size_t i) { return m_starts.at(i); },
        [this](std::size_t i) { return m_durations.at(i); }, [this](std::size_t i) { return m_ops.at(i); }, m_arena);
}

SpanRecord LaneStore::span(std::size_t i) const
{
    return {m_starts.at(i), m_durations.at(i), static_cast<std::uint32_t>(m_ops.at(i)),
            static_cast<std::uint8_t>(m_depths.at(i))};
}

/// A span without duration occupies the ns at its start.
std::int64_t LaneStore::occupiedUntil(std::size_t i) const
{
    return m_starts.at(i) + std::max<std::int64_t>(m_durations.at(i), 1);
}

std::size_t LaneStore::lowerBound(const SpanRecord& span, std::size_t size) const
{
    return partitionPoint(size, [&](std::size_t i) {
        const std::int64_t start = m_starts.at(i);
        return start != span.start ? start < span.start : m_depths.at(i) < span.depth;
    });
}

std::size_t LaneStore::next(std::size_t from, std::size_t size, std::int64_t time, std::int64_t minDuration) const
{
    while (from < size) {
        // Skip the largest complete node that begins here and holds no matching span.
        std::size_t step = 0;
        for (unsigned level = 0; level < Pyramid::kLevels; ++level) {
            const unsigned bits = Pyramid::kFanBits * (level + 1);
            const std::size_t width = std::size_t{1} << bits;
            if ((from & (width - 1)) != 0 || size - from < width)
                break;
            if (m_latestEnd.node(level, from >> bits) > time && m_longest.node(level, from >> bits) >= minDuration)
                break;
            step = width;
        }
        if (step == 0) {
            if (occupiedUntil(from) > time && m_durations.at(from) >= minDuration)
                return from;
            step = 1;
        }
        from += step;
    }
    return size;
}

std::size_t LaneStore::memory() const
{
    std::size_t bytes = sizeof *this + m_starts.memory() + m_durations.memory() + m_ops.memory() + m_depths.memory() +
                        m_latestEnd.memory() + m_longest.memory() + m_depthDirectory.memory();
    for (const auto& depth : m_byDepth)
        bytes += depth ? depth->memory() : 0;
    return bytes;
}

} // namespace stepscope::trace
