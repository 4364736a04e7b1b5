#pragma once

#include "analysis/trace/chunkdirectory.h"
#include "analysis/trace/depthstore.h"
#include "analysis/trace/model.h"
#include "analysis/trace/packedcolumn.h"
#include "analysis/trace/pyramid.h"
#include "analysis/trace/traceview.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope::trace {

/// The order of a lane: by start, parents before children.
inline bool comesBefore(const SpanRecord& a, const SpanRecord& b)
{
    return a.start != b.start ? a.start < b.start : a.depth < b.depth;
}

/// One lane's spans in that order, with the latest end and the longest duration per 16^k spans, and what pictures need
/// of each depth. It only grows at its
/// end; spans that come late go into a new store, which shares the full chunks before them (see LaneWriter). One thread
/// appends; any thread reads below a size that it was handed after that many were appended.
class LaneStore
{
public:
    LaneStore(std::shared_ptr<const format::Lane> info, const PackedColumn::ArenaPointer& arena);
    /// The first `count` spans of another.
    LaneStore(const LaneStore& other, std::size_t count, std::shared_ptr<const format::Lane> info);

    /// Must not come before the last; start and end lie within +-2^62, the duration is not negative.
    void append(const SpanRecord& span);

    [[nodiscard]] const std::shared_ptr<const format::Lane>& info() const { return m_info; }
    /// The writer's.
    [[nodiscard]] std::size_t size() const { return m_starts.size(); }
    [[nodiscard]] std::uint8_t maxDepth() const { return m_maxDepth; }

    [[nodiscard]] std::uint32_t op(std::size_t i) const { return static_cast<std::uint32_t>(m_ops.at(i)); }
    void prefetchOp(std::size_t i) const { m_ops.prefetch(i); }
    [[nodiscard]] std::int64_t start(std::size_t i) const { return m_starts.at(i); }
    [[nodiscard]] SpanRecord span(std::size_t i) const;
    /// Index of the first of `size` spans that does not come before this one.
    [[nodiscard]] std::size_t lowerBound(const SpanRecord& span, std::size_t size) const;
    /// Index of the first of spans [from, size) that ends after `time` and lasts `minDuration` at least; size = none.
    [[nodiscard]] std::size_t next(std::size_t from, std::size_t size, std::int64_t time,
                                   std::int64_t minDuration) const;
    /// Of a depth up to the maxDepth() that was handed over, in a lane with a span at least; nullptr = no span is so
    /// deep, others are deeper.
    [[nodiscard]] const DepthStore* depth(std::uint8_t depth) const { return m_depthDirectory.at(depth); }
    [[nodiscard]] std::size_t memory() const;

private:
    void appendToDepth(const SpanRecord& span);
    [[nodiscard]] std::int64_t occupiedUntil(std::size_t i) const;

    std::shared_ptr<const format::Lane> m_info;
    PackedColumn::ArenaPointer m_arena;
    PackedColumn m_starts;
    PackedColumn m_durations;
    PackedColumn m_ops;
    PackedColumn m_depths;
    Pyramid m_latestEnd;
    Pyramid m_longest;
    ChunkDirectory<DepthStore> m_depthDirectory;
    std::vector<std::unique_ptr<DepthStore>> m_byDepth;
    std::uint8_t m_maxDepth = 0;
};

} // namespace stepscope::trace
