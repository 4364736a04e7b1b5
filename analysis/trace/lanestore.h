#pragma once

#include "analysis/trace/chunkarena.h"
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

/// The spans of one lane in that order, with the latest end and the longest duration per 16^k spans, and an index per
/// depth for drawing. A store only grows at its end; late spans go into a new store, which shares the full chunks
/// before them (LaneWriter). One thread appends. Other threads read below a size that the writer published after it
/// appended that many spans.
class LaneStore
{
public:
    LaneStore(std::shared_ptr<const format::Lane> info, const PackedColumn::ArenaPointer& arena);
    /// A copy of the first `count` spans of `other`; shares full chunks.
    LaneStore(const LaneStore& other, std::size_t count, std::shared_ptr<const format::Lane> info);

    /// The span must not come before the last one, its start and end must lie within +-2^62, and its duration must not
    /// be negative.
    void append(const SpanRecord& span);

    [[nodiscard]] const std::shared_ptr<const format::Lane>& info() const { return m_info; }
    /// Number of appended spans. For the writer only.
    [[nodiscard]] std::size_t size() const { return m_starts.size(); }
    [[nodiscard]] std::uint8_t maxDepth() const { return m_maxDepth; }

    [[nodiscard]] std::uint32_t op(std::size_t i) const { return static_cast<std::uint32_t>(m_ops.at(i)); }
    /// Has the processor fetch the memory that op(i) reads.
    void prefetchOp(std::size_t i) const { m_ops.prefetch(i); }
    [[nodiscard]] std::int64_t start(std::size_t i) const { return m_starts.at(i); }
    [[nodiscard]] std::int64_t duration(std::size_t i) const { return m_durations.at(i); }
    [[nodiscard]] std::uint8_t depthOf(std::size_t i) const { return static_cast<std::uint8_t>(m_depths.at(i)); }
    [[nodiscard]] SpanRecord span(std::size_t i) const;
    /// Index of the first of the first `size` spans that does not come before `span`.
    [[nodiscard]] std::size_t lowerBound(const SpanRecord& span, std::size_t size) const;
    /// Index of the first of the spans [from, size) that ends after `time` and lasts at least `minDuration` ns; size =
    /// none. O(log n).
    [[nodiscard]] std::size_t next(std::size_t from, std::size_t size, std::int64_t time,
                                   std::int64_t minDuration) const;
    /// The index of a depth. `depth` must not exceed the published maxDepth(), and the lane must not be empty. nullptr
    /// = the lane has no span of this depth.
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

/// The stores of all lanes, in the order of TraceView::lanes().
using LaneStores = std::vector<std::shared_ptr<const LaneStore>>;

/// Implements LaneView::boxes() for the first `size` spans of the lane (laneboxes.cpp).
void appendBoxes(const LaneStore& lane, std::size_t size, std::uint8_t depth, const ColumnGrid& grid,
                 std::vector<SpanBox>& boxes);

} // namespace stepscope::trace
