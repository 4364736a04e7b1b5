#pragma once

#include "analysis/trace/chunkarena.h"
#include "analysis/trace/packedcolumn.h"
#include "analysis/trace/pyramid.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace stepscope::trace {

/// The data for drawing one depth of a lane. The spans of the depth are numbered in the lane's order; that number is
/// their place. The values of a span are computed when it is appended and never change.
class DepthColumns
{
public:
    explicit DepthColumns(const PackedColumn::ArenaPointer& arena);
    /// A copy of the first `count` places of `other`; shares full chunks.
    DepthColumns(const DepthColumns& other, std::size_t count);

    /// Appends span number `span` of the lane. `op(i)` returns the op of span i of the lane.
    template <typename Op>
    void append(std::size_t span, std::int64_t start, std::int64_t duration, const Op& op)
    {
        append(span, start, duration);
        if (size() % kGroup == 0)
            m_longestOp.append(op(spanOfGroup(size() / kGroup - 1)));
    }

    [[nodiscard]] std::size_t size() const { return m_spans.size(); } ///< for the writer only
    [[nodiscard]] std::size_t span(std::size_t place) const { return static_cast<std::size_t>(m_spans.at(place)); }
    [[nodiscard]] std::int64_t start(std::size_t place) const { return m_starts.at(place); }
    [[nodiscard]] std::int64_t duration(std::size_t place) const
    {
        return coveredBefore(place + 1) - coveredBefore(place) + overlap(place);
    }
    /// The state after the first spans of the depth have begun.
    struct Edge
    {
        std::int64_t start = 0;    ///< of the last of these spans
        std::int64_t duration = 0; ///< of the last of these spans
        std::int64_t covered = 0;  ///< ns in which any of these spans runs; overlaps count once
        std::int64_t reach = 0;    ///< the latest end of these spans
    };
    /// The state after the first `places` spans; `places` > 0. Inlined, so that the caller has it in registers: to copy
    /// a struct that was just written makes the processor wait.
    [[gnu::always_inline]] [[nodiscard]] Edge edge(std::size_t places) const
    {
        Edge edge{.start = m_starts.at(places - 1), .covered = m_covered.at(places - 1)};
        edge.duration = edge.covered - coveredBefore(places - 1) + overlap(places - 1);
        edge.reach = edge.start + edge.duration + (hasOverlaps() ? m_outreached.at(places - 1) : 0);
        return edge;
    }
    [[nodiscard]] std::int64_t reachOf(std::size_t places) const { return edge(places).reach; }

    /// The longest span of a range of places: its duration, and the nodes of the pyramid that contain it. longest()
    /// computes the duration; closer() descends one level. The caller descends for many boxes at a time, so that the
    /// memory of each next level is prefetched.
    struct Longest
    {
        std::int64_t duration = -1; ///< -1 = no span
        std::size_t first = 0;      ///< first of `count` nodes; the span lies in the first node with this duration
        std::uint8_t count = 0;
        std::uint8_t height = 0; ///< of the nodes in the pyramid; 0 = spans

        /// Whether `first` identifies the span: it is its place (height 0), or the group of 16 places of which it is
        /// the longest (height 1).
        [[nodiscard]] bool isFound() const { return height <= 1 && count == 1; }
    };
    /// The place of a span with isFound().
    [[nodiscard]] std::size_t placeOf(const Longest& longest) const
    {
        return longest.height == 0 ? longest.first
                                   : longest.first * kGroup + static_cast<std::size_t>(m_longestAt.at(longest.first));
    }
    /// Index in the lane, and op, of the longest span of a group. Stored per group, because the groups' columns are
    /// small enough to stay in the cache.
    [[nodiscard]] std::size_t spanOfGroup(std::size_t group) const
    {
        return static_cast<std::size_t>(m_longestSpan.at(group));
    }
    [[nodiscard]] std::uint32_t opOfGroup(std::size_t group) const
    {
        return static_cast<std::uint32_t>(m_longestOp.at(group));
    }
    /// The longest span of the places [first, last), which must not be empty, in a depth of `size` places; the first
    /// one of several equally long. O(log n).
    [[nodiscard]] Longest longest(std::size_t first, std::size_t last, std::size_t size) const;
    /// Descends one level towards the span. prefetch() fetches the memory that the call will read.
    [[nodiscard]] Longest closer(const Longest& longest) const;
    void prefetch(const Longest& longest) const;

    /// Has the processor fetch the memory that edge() and longest() read for a place. Reads the chunk headers, so
    /// prefetchChunks() should come earlier.
    void prefetch(std::size_t place) const
    {
        m_covered.prefetch(place);
        m_longest.prefetch(place);
    }
    void prefetchChunks(std::size_t place) const
    {
        m_covered.prefetchChunk(place);
        m_overlaps.prefetchChunk(place);
        m_outreached.prefetchChunk(place);
        m_longest.prefetchChunks(place);
    }
    void prefetchStart(std::size_t place) const { m_starts.prefetch(place); }
    void prefetchChunkOfStart(std::size_t place) const { m_starts.prefetchChunk(place); }
    void prefetchSpan(std::size_t place) const { m_spans.prefetch(place); }
    void prefetchGroup(std::size_t group) const
    {
        m_longestSpan.prefetch(group);
        m_longestOp.prefetch(group);
    }
    [[nodiscard]] std::size_t memory() const;

private:
    class Search;
    static constexpr std::size_t kGroup = std::size_t{1} << Pyramid::kFanBits;

    void append(std::size_t span, std::int64_t start, std::int64_t duration);
    void appendGroup(std::size_t first);
    [[nodiscard]] std::int64_t coveredBefore(std::size_t places) const
    {
        return places > 0 ? m_covered.at(places - 1) : 0;
    }
    /// False saves reading two columns of zeros. A reader may see true too early, which does no harm.
    [[nodiscard]] bool hasOverlaps() const { return m_hasOverlaps.load(std::memory_order_relaxed); }
    [[nodiscard]] std::int64_t overlap(std::size_t place) const { return hasOverlaps() ? m_overlaps.at(place) : 0; }
    void readDurations(std::size_t first, std::size_t count, std::int64_t* durations) const;
    [[nodiscard]] Longest longestOfFew(std::size_t first, std::size_t last) const;

    PackedColumn m_spans;      ///< index in the lane
    PackedColumn m_starts;     ///< copied from the lane, for searches by time
    PackedColumn m_covered;    ///< ns covered by the spans up to this one
    PackedColumn m_overlaps;   ///< ns of this span in which an earlier one runs, usually 0
    PackedColumn m_outreached; ///< ns by which an earlier span ends later, usually 0
    Pyramid m_longest;
    PackedColumn m_longestAt;               ///< per 16 places: number of the longest span among them,
    PackedColumn m_longestSpan;             ///< its index in the lane,
    PackedColumn m_longestOp;               ///< and its op
    std::int64_t m_reach = 0;               ///< latest end of all spans
    std::atomic<bool> m_hasOverlaps{false}; ///< any of m_overlaps and m_outreached is not 0
};

/// The spans of one depth of a lane. A depth with at most kFew spans stores only their indices, because there may be
/// many such depths. One thread appends, any thread reads.
class DepthStore
{
public:
    static constexpr std::size_t kFew = 16;

    DepthStore() = default;
    ~DepthStore();
    DepthStore(const DepthStore&) = delete;
    DepthStore& operator=(const DepthStore&) = delete;
    /// A copy of the spans of `other` that are among the first `spans` spans of the lane.
    DepthStore(const DepthStore& other, std::size_t spans);

    /// `start(i)`, `duration(i)` and `op(i)` return values of span i of the lane.
    template <typename Start, typename Duration, typename Op>
    void append(std::size_t span, const Start& start, const Duration& duration, const Op& op,
                const PackedColumn::ArenaPointer& arena)
    {
        const std::size_t size = m_size.load(std::memory_order_relaxed);
        if (size < kFew) {
            m_few[size] = static_cast<std::uint32_t>(span);
        } else {
            DepthColumns* columns = m_columns.load(std::memory_order_relaxed);
            if (!columns) {
                columns = new DepthColumns(arena);
                for (const std::uint32_t few : m_few)
                    columns->append(few, start(few), duration(few), op);
                m_columns.store(columns, std::memory_order_release);
            }
            columns->append(span, start(span), duration(span), op);
        }
        m_size.store(size + 1, std::memory_order_release);
    }

    /// Number of spans of this depth among the first `spans` spans of the lane.
    [[nodiscard]] std::size_t sizeAmong(std::size_t spans) const;
    /// nullptr = at most kFew spans.
    [[nodiscard]] const DepthColumns* columns() const { return m_columns.load(std::memory_order_acquire); }
    /// Indices in the lane of the first kFew spans.
    [[nodiscard]] const std::array<std::uint32_t, kFew>& few() const { return m_few; }
    [[nodiscard]] std::size_t memory() const;

private:
    std::array<std::uint32_t, kFew> m_few{};
    std::atomic<std::size_t> m_size{0};
    std::atomic<DepthColumns*> m_columns{nullptr}; ///< owned
};

} // namespace stepscope::trace
